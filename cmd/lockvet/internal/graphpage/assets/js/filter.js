// Which classes and pairs are shown.

// newFilter shows everything.
export function newFilter(model) {
  return {
    query: '',
    onlyCycles: false,
    hideLeaves: false,
    packages: new Set(model.packages),
    kinds: new Set(model.kinds.keys()),
    origins: new Set(model.origins.keys()),
  };
}

// apply returns what the filter lets through: the classes to lay out, those of
// them that match the search, those to draw, and the pairs with the edges that
// remain of each. A search keeps the neighbours of what it finds, since a lock
// alone says nothing of an order.
export function apply(model, filter) {
  const pairs = new Map();
  for (const pair of model.pairs) {
    const edges = remaining(pair, filter);
    if (edges.length > 0) {
      pairs.set(pair, edges);
    }
  }
  let classes = new Set(model.classes.filter((c) => filter.packages.has(c.pkg) && (!filter.onlyCycles || c.cycles.length > 0)));
  if (filter.hideLeaves) {
    classes = withoutLeaves(classes, pairs);
  }
  for (const pair of pairs.keys()) {
    if (!classes.has(pair.from) || !classes.has(pair.to)) {
      pairs.delete(pair);
    }
  }
  return { classes, pairs, ...search(classes, pairs, filter.query) };
}

function remaining(pair, filter) {
  if (filter.onlyCycles && pair.cycles.length === 0) {
    return [];
  }
  if (!filter.packages.has(pair.from.pkg) || !filter.packages.has(pair.to.pkg)) {
    return [];
  }
  return pair.edges.filter((e) => filter.kinds.has(e.kind) && filter.origins.has(e.origin));
}

// withoutLeaves drops classes that lack an edge in or out, until none is left.
function withoutLeaves(classes, pairs) {
  const present = (p) => pairs.has(p) && classes.has(p.from) && classes.has(p.to);
  const kept = new Set(classes);
  const degree = new Map();
  for (const c of classes) {
    degree.set(c, { out: c.out.filter(present).length, in: c.in.filter(present).length });
  }
  const queue = [...classes].filter((c) => degree.get(c).out === 0 || degree.get(c).in === 0);
  for (const c of queue) {
    kept.delete(c);
  }
  while (queue.length > 0) {
    const c = queue.pop();
    const drop = (other, side) => {
      if (kept.has(other) && --degree.get(other)[side] === 0) {
        kept.delete(other);
        queue.push(other);
      }
    };
    c.out.filter(present).forEach((p) => drop(p.to, 'in'));
    c.in.filter(present).forEach((p) => drop(p.from, 'out'));
  }
  return kept;
}

function search(classes, pairs, query) {
  const wanted = query.trim().toLowerCase();
  if (!wanted) {
    return { matches: null, shown: classes };
  }
  const matches = new Set([...classes].filter((c) => c.lower.includes(wanted)));
  const shown = new Set(matches);
  for (const c of matches) {
    c.out.forEach((p) => pairs.has(p) && shown.add(p.to));
    c.in.forEach((p) => pairs.has(p) && shown.add(p.from));
  }
  for (const pair of pairs.keys()) {
    if (!matches.has(pair.from) && !matches.has(pair.to)) {
      pairs.delete(pair);
    }
  }
  return { matches, shown };
}
