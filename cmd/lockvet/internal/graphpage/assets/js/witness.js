// What proves an edge, for people.

import { count, el } from './dom.js';
import { kindTitle } from './words.js';

// place is "import/path/file.go:12 in Func".
export function place(site) {
  if (!site) {
    return 'unknown place';
  }
  const at = `${site.pkg ? `${site.pkg}/` : ''}${site.file}:${site.line}`;
  return site.func ? `${at} in ${site.func}` : at;
}

// source shows the lines around a place, which is marked.
function source(site) {
  const quoted = site && site.source;
  if (!quoted || quoted.lines.length === 0) {
    return null;
  }
  const indent = commonIndent(quoted.lines);
  const lines = quoted.lines.map(({ number, text }) =>
    el('span', { class: number === site.line ? 'here' : null }, el('i', {}, String(number)), `${text.slice(indent)}\n`),
  );
  return el('pre', { class: 'source', title: quoted.path, tabindex: '0', 'data-line': site.line }, lines);
}

// commonIndent counts the blanks that all lines with text begin with.
function commonIndent(lines) {
  const indents = lines.filter(({ text }) => text.trim()).map(({ text }) => text.search(/\S/));
  return indents.length > 0 ? Math.min(...indents) : 0;
}

// step is one place of a witness.
export function step(what, site) {
  return el('div', { class: 'step' }, el('div', { class: 'what' }, what), el('div', { class: 'where' }, place(site)), source(site));
}

function tags(edge) {
  const all = [
    [edge.retries, 'starts over', 'Failure releases the first lock and begins again'],
    [edge.byClass, 'by class', 'The instances are not proven to be the same across edges'],
    [edge.byType, 'by type', 'Rests on a call that is resolved by the types in sight'],
    [edge.test, 'test', 'From a _test.go file'],
    [edge.relation === 'pair', 'interchangeable instances', 'The caller sets the order of the two instances'],
    [edge.relation.startsWith('>'), `parent to child ${edge.relation.slice(1)}`, 'From an object to the one in its field'],
    [edge.relation.startsWith('<'), `child to parent ${edge.relation.slice(1)}`, 'From the object in a field to its holder'],
  ];
  return all.filter(([holds]) => holds).map(([, name, title]) => el('span', { class: 'tag', title }, name));
}

function gates(edge) {
  if (edge.gates.length === 0) {
    return null;
  }
  const list = edge.gates.map((g) =>
    el('div', { class: 'mono' }, g.name, el('span', { class: 'soft' }, ` ${g.mode}, ${g.certain ? 'instance known' : 'any instance'}`)),
  );
  return el('div', { class: 'step' }, el('div', { class: 'what' }, edge.gates.length === 1 ? 'Gate: also held' : 'Gates: also held'), list);
}

// witness shows an edge with its places and source lines.
export function witness(edge, open = true) {
  const head = el(
    'summary',
    {},
    el('b', { title: kindTitle(edge.kindName) }, edge.kindName),
    ` · ${edge.originName} · holds ${edge.fromMode}, wants ${edge.toMode}`,
  );
  const first = edge.calls.length > 0 ? 'Called' : null;
  const body = el(
    'div',
    { class: 'body' },
    tags(edge),
    step([el('code', { class: 'mono' }, edge.from.label), ' acquired'], edge.held),
    edge.calls.map((c, i) => step(i === 0 ? `${first} while it is held` : 'which calls', c)),
    step([el('code', { class: 'mono' }, edge.to.label), edge.kind === 0 ? ' acquired' : ` tried (${edge.kindName})`], edge.site),
    gates(edge),
  );
  return el('details', { class: 'witness', open, 'data-edge': edge.id }, head, body);
}

// summary says in a few words what a pair stands for.
export function summary(pair, model) {
  const kinds = model.kinds.filter((_, k) => pair.edges.some((e) => e.kind === k));
  const origin = model.origins[pair.edges.reduce((o, e) => o | e.origin, 0)];
  return `${kinds.join(', ')} · ${origin} · ${count(pair.edges.length, 'witness', 'witnesses')}`;
}
