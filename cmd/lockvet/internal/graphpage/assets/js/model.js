// The graph as the page works with it, read from the tables that the Go side
// writes (encode.go).

import { MARKS } from './words.js';

const WEAK = 1;
const ADAPTIVE = 2;
const NESTED = 4;
const FROM_SHARED = 1;
const TO_SHARED = 2;
const RETRIES = 4;
const BY_CLASS = 8;
const BY_TYPE = 16;
const TEST = 32;

// Tables are the strings and places that rows name by number. Most places are
// never looked at, so that each becomes an object when it is first asked for,
// and the source of all is read when that of the first one is.
class Tables {
  #quotes = null;

  // readSources returns the quoted source (quote.go).
  constructor(data, readSources) {
    this.data = data;
    this.sites = new Array(data.sites.length);
    this.readSources = readSources;
  }

  text(n) {
    return this.data.strings[n];
  }

  // site is the place of that number, or null for -1, no place.
  site(n) {
    return n < 0 ? null : (this.sites[n] ??= new Site(n, this));
  }

  // source is what is quoted of a place, or null.
  source(n) {
    this.#quotes ??= this.readSources();
    const { strings, sources } = this.#quotes;
    const row = sources[n];
    if (!row) {
      return null;
    }
    const lines = [];
    for (let i = 1; i < row.length; i += 2) {
      lines.push({ number: row[i], text: strings[row[i + 1]] });
    }
    return { path: strings[row[0]], lines };
  }
}

// Site is a place in source.
class Site {
  constructor(n, tables) {
    const [pkg, file, line, func] = tables.data.sites[n];
    this.n = n;
    this.tables = tables;
    this.pkg = tables.text(pkg);
    this.file = tables.text(file);
    this.line = line;
    this.func = tables.text(func);
  }

  get source() {
    return this.tables.source(this.n);
  }
}

// decode returns the model: packages, classes, edges, and pairs, which are the
// edges between the same two classes taken together, since they are drawn as
// one arrow.
export function decode(data, readSources) {
  const tables = new Tables(data, readSources);
  const text = (n) => tables.text(n);
  const site = (n) => tables.site(n);
  const packages = data.packages.map((name, id) => ({ id, name: text(name), classes: [] }));
  const classes = data.classes.map((row, id) => decodeClass(row, id, packages, text, site));
  const edges = data.edges.map((row, id) => new Edge(row, id, tables, classes));
  const pairs = pairUp(edges);
  const orders = data.orders.map(([before, after, at]) => ({ before: text(before), after: text(after), site: site(at) }));
  const cycles = data.cycles.map((row) => decodeCycle(row, data, edges, orders, site));
  markCycles(cycles);
  if (orders.length > 0) {
    for (const c of classes) {
      c.orders = orders.filter((o) => o.before === c.name || o.after === c.name);
    }
  }
  return { title: data.title, kinds: data.kinds, origins: data.origins, unquoted: data.unquoted, packages, classes, edges, pairs, cycles };
}

function decodeClass([name, pkg, flags, writers], id, packages, text, site) {
  const p = packages[pkg];
  const full = text(name);
  const c = {
    id,
    name: full,
    lower: full.toLowerCase(),
    label: p.name ? full.slice(p.name.length + 1) : full,
    pkg: p,
    weak: Boolean(flags & WEAK),
    adaptive: Boolean(flags & ADAPTIVE),
    nested: Boolean(flags & NESTED),
    writers: writers.map(site),
    orders: [],
    out: [],
    in: [],
    cycles: [],
    severity: '',
  };
  c.marks = MARKS.filter(({ name }) => c[name]);
  p.classes.push(c);
  return c;
}

// Edge has at hand what filters and the drawing ask for; the rest of its row is
// read when its witness is shown.
class Edge {
  constructor(row, id, tables, classes) {
    this.id = id;
    this.row = row;
    this.tables = tables;
    this.from = classes[row[0]];
    this.to = classes[row[1]];
    this.kind = row[2];
    this.origin = row[4];
    this.pair = null;
  }

  has(flag) {
    return (this.row[3] & flag) !== 0;
  }

  get kindName() {
    return this.tables.data.kinds[this.kind];
  }

  get originName() {
    return this.tables.data.origins[this.origin];
  }

  get fromMode() {
    return this.has(FROM_SHARED) ? 'shared' : 'exclusive';
  }

  get toMode() {
    return this.has(TO_SHARED) ? 'shared' : 'exclusive';
  }

  get retries() {
    return this.has(RETRIES);
  }

  get byClass() {
    return this.has(BY_CLASS);
  }

  get byType() {
    return this.has(BY_TYPE);
  }

  get test() {
    return this.has(TEST);
  }

  get held() {
    return this.tables.site(this.row[5]);
  }

  get site() {
    return this.tables.site(this.row[6]);
  }

  get calls() {
    return this.row[7].map((n) => this.tables.site(n));
  }

  get gates() {
    return this.row[8].map(([name, shared, certain]) => ({
      name: this.tables.text(name),
      mode: shared ? 'shared' : 'exclusive',
      certain: Boolean(certain),
    }));
  }

  get relation() {
    return this.tables.text(this.row[9]);
  }
}

// pairUp relies on the order of edges: those of a pair stand together.
function pairUp(edges) {
  const pairs = [];
  let pair = null;
  for (const e of edges) {
    if (!pair || pair.from !== e.from || pair.to !== e.to) {
      pair = { id: pairs.length, from: e.from, to: e.to, edges: [], cycles: [], severity: '', local: e.from.pkg === e.to.pkg };
      pairs.push(pair);
      e.from.out.push(pair);
      e.to.in.push(pair);
    }
    pair.edges.push(e);
    e.pair = pair;
  }
  return pairs;
}

function decodeCycle([id, verdict, edges, writers, order, byClass], data, all, orders, site) {
  return {
    id,
    verdict: data.verdicts[verdict],
    severity: data.severity[verdict],
    edges: edges.map((n) => all[n]),
    writers: writers.map(site),
    order: order < 0 ? null : orders[order],
    byClass: Boolean(byClass),
  };
}

const RANKS = ['', 'harmless', 'risk', 'fault'];

// worse returns the severer of two severities.
export function worse(a, b) {
  return RANKS.indexOf(a) > RANKS.indexOf(b) ? a : b;
}

function markCycles(cycles) {
  for (const cycle of cycles) {
    for (const e of cycle.edges) {
      for (const part of new Set([e.pair, e.from, e.to])) {
        if (part.cycles[part.cycles.length - 1] !== cycle) {
          part.cycles.push(cycle);
        }
        part.severity = worse(part.severity, cycle.severity);
      }
    }
  }
}

// ring is the classes of a cycle in its order, the first one again at the end.
export function ring(cycle) {
  const classes = cycle.edges.map((e) => e.from);
  classes.push(cycle.edges[cycle.edges.length - 1].to);
  return classes;
}
