// The panel on the left: search, and what to show.

import { count, el, growing } from './dom.js';
import { newFilter } from './filter.js';
import { KIND_STYLES, onThemeChange, packageColors, theme } from './theme.js';
import { kindTitle, MARKS, verdictText } from './words.js';

const SHORT = 24; // characters of an import path that fit as they are
const SVG = 'http://www.w3.org/2000/svg';

export class Filters {
  // change is called when the filter has changed, with what changed; pick with
  // a class chosen from the matches.
  constructor(model, filter, { change, pick }) {
    this.model = model;
    this.filter = filter;
    this.change = change;
    this.pick = pick;
    this.search = document.getElementById('search');
    this.matches = document.getElementById('matches');
    this.listenSearch();
    this.toggle('only-cycles', 'onlyCycles');
    this.toggle('hide-leaves', 'hideLeaves');
    this.legends();
    this.listPackages();
    onThemeChange(() => this.recolor());
  }

  toggle(id, property) {
    const box = document.getElementById(id);
    box.checked = false; // a browser may keep what it was before a reload
    box.addEventListener('change', () => {
      this.filter[property] = box.checked;
      this.change('classes');
    });
  }

  listenSearch() {
    this.search.value = '';
    this.search.addEventListener('input', () => this.setQuery(this.search.value));
    this.search.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && this.first) {
        this.pick(this.first);
      }
    });
  }

  setQuery(query) {
    this.search.value = query;
    if (this.filter.query !== query) {
      this.filter.query = query;
      this.change('query');
    }
  }

  // showMatches lists the classes that the search found; null is no search.
  showMatches(matches) {
    this.matches.replaceChildren();
    this.matches.hidden = matches === null;
    const found = matches ? [...matches] : [];
    this.first = found[0];
    if (matches === null) {
      return;
    }
    this.matches.append(el('p', { class: 'soft' }, count(found.length, 'class matches', 'classes match')));
    growing(
      this.matches,
      found,
      (c) =>
        el(
          'button',
          { type: 'button', class: 'item', 'data-class': c.name, onclick: () => this.pick(c) },
          el('code', {}, c.label),
          el('span', { class: 'sub' }, c.pkg.name),
        ),
      50,
    );
  }

  // legends make the legend, in which each entry is a filter too.
  legends() {
    const kinds = document.getElementById('kinds');
    const origins = document.getElementById('origins');
    this.samples = [];
    this.model.kinds.forEach((name, kind) => {
      const n = this.model.edges.filter((e) => e.kind === kind).length;
      kinds.append(this.entry(name, kindTitle(name), n, 'kinds', kind, { kind, origin: 1 }));
    });
    this.model.origins.forEach((name, origin) => {
      const n = this.model.edges.filter((e) => e.origin === origin).length;
      if (n > 0 || origin > 0) {
        origins.append(this.entry(name, `seen: ${name}`, n, 'origins', origin, { kind: 0, origin }));
      }
    });
    this.verdicts();
    this.marks();
  }

  // verdicts are the colours of edges in cycles; the cycles themselves are
  // listed on the other side.
  verdicts() {
    const list = document.getElementById('verdicts');
    for (const severity of ['fault', 'risk', 'harmless']) {
      const cycles = this.model.cycles.filter((c) => c.severity === severity);
      if (cycles.length > 0) {
        const names = [...new Set(cycles.map((c) => c.verdict))].join(', ');
        const n = el('span', { class: 'n' }, cycles.length.toLocaleString('en'));
        const title = [...new Set(cycles.map((c) => `${c.verdict}: ${verdictText(c.verdict)}`))].join('\n');
        list.append(el('div', { class: 'check', title }, this.sample({ kind: 0, severity }), el('span', {}, names), n));
      }
    }
    list.parentElement.hidden = this.model.cycles.length === 0;
  }

  // marks are the shapes of classes that the graph has.
  marks() {
    const list = document.getElementById('marks');
    for (const { name, title } of MARKS) {
      const n = this.model.classes.filter((c) => c[name]).length;
      if (n > 0) {
        list.append(
          el(
            'div',
            { class: 'check', title },
            this.sample({ mark: name }),
            el('span', {}, name),
            el('span', { class: 'n' }, n.toLocaleString('en')),
          ),
        );
      }
    }
    list.parentElement.hidden = list.childElementCount === 0;
  }

  entry(name, title, n, property, value, style) {
    const box = el('input', { type: 'checkbox', 'data-filter': name });
    box.checked = true;
    box.addEventListener('change', () => {
      this.filter[property][box.checked ? 'add' : 'delete'](value);
      this.change('edges');
    });
    return el(
      'label',
      { class: n > 0 ? 'check' : 'check none', title },
      box,
      this.sample(style),
      el('span', {}, name),
      el('span', { class: 'n' }, n.toLocaleString('en')),
    );
  }

  // sample draws the line of a legend entry.
  sample(style) {
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('width', '40');
    svg.setAttribute('height', style.mark ? '16' : '10');
    svg.setAttribute('aria-hidden', 'true');
    this.samples.push({ svg, style });
    paintSample(svg, style);
    return svg;
  }

  recolor() {
    this.samples.forEach(({ svg, style }) => paintSample(svg, style));
    for (const row of document.querySelectorAll('.package')) {
      row.querySelector('.swatch').style.background = packageColors(this.model.packages[row.dataset.id]).swatch;
    }
  }

  listPackages() {
    const list = document.getElementById('packages');
    const sorted = [...this.model.packages].sort((a, b) => b.classes.length - a.classes.length || (a.name < b.name ? -1 : 1));
    this.boxes = new Map();
    list.append(...sorted.map((p) => this.packageRow(p)));
    document.getElementById('packages-all').addEventListener('click', () => this.setPackages(this.model.packages));
    document.getElementById('packages-none').addEventListener('click', () => this.setPackages([]));
  }

  packageRow(pkg) {
    const box = el('input', { type: 'checkbox' });
    box.checked = true;
    box.addEventListener('change', () => {
      this.filter.packages[box.checked ? 'add' : 'delete'](pkg);
      this.change('classes');
    });
    this.boxes.set(pkg, box);
    const swatch = el('i', { class: 'swatch' });
    swatch.style.background = packageColors(pkg).swatch;
    const name = pkg.name || '(no package)';
    const base = name.slice(name.lastIndexOf('/') + 1);
    const soft = (text) => el('span', { class: 'soft' }, text);
    const dir = name.slice(0, -base.length);
    const label = name.length > SHORT ? [base, ' ', soft(dir.slice(0, -1))] : [soft(dir), base];
    return el(
      'div',
      { class: 'package', 'data-id': pkg.id, 'data-package': pkg.name },
      el('label', { title: name }, box, swatch, el('span', {}, label)),
      el('button', { type: 'button', title: `Show ${name} alone`, onclick: () => this.setPackages([pkg]) }, 'only'),
      el('span', { class: 'n' }, pkg.classes.length.toLocaleString('en')),
    );
  }

  // reset shows everything again.
  reset() {
    Object.assign(this.filter, newFilter(this.model));
    document.querySelectorAll('#filters input[type=checkbox]').forEach((box) => (box.checked = true));
    document.getElementById('only-cycles').checked = false;
    document.getElementById('hide-leaves').checked = false;
    this.search.value = '';
    this.change('classes');
  }

  setPackages(packages) {
    this.filter.packages = new Set(packages);
    for (const [pkg, box] of this.boxes) {
      box.checked = this.filter.packages.has(pkg);
    }
    this.change('classes');
  }
}

function paintSample(svg, { kind, origin, severity, mark }) {
  if (mark) {
    svg.replaceChildren(...markShapes(mark));
    return;
  }
  const style = KIND_STYLES[kind] || KIND_STYLES[0];
  const color = severity ? theme().severity[severity] : theme().origins[origin];
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('d', 'M1 5H31');
  line.setAttribute('stroke', color);
  line.setAttribute('stroke-width', style.width + (severity ? 0.6 : 0.2));
  line.setAttribute('stroke-dasharray', style.dash.join(' ') || 'none');
  const head = document.createElementNS(SVG, 'path');
  head.setAttribute('d', 'M39 5L30 1.5V8.5Z');
  head.setAttribute('fill', style.hollow ? 'none' : color);
  head.setAttribute('stroke', color);
  svg.replaceChildren(line, head);
}

// markShapes are the box of a class as paintClass draws it.
function markShapes(mark) {
  const shape = (name, attributes) => {
    const node = document.createElementNS(SVG, name);
    Object.entries(attributes).forEach(([key, value]) => node.setAttribute(key, value));
    return node;
  };
  const { node, soft } = theme();
  const box = (inset) => ({
    x: 4 + inset,
    y: 2 + inset,
    width: 28 - 2 * inset,
    height: 12 - 2 * inset,
    rx: 3 - inset / 2,
    fill: node,
    stroke: soft,
    'stroke-width': inset ? 0.8 : 1,
  });
  return {
    weak: () => [shape('rect', { ...box(0), 'stroke-dasharray': '3 2' })],
    adaptive: () => [shape('rect', box(0)), shape('circle', { cx: 28, cy: 5.5, r: 1.8, fill: soft })],
    nested: () => [shape('rect', box(0)), shape('rect', box(2))],
  }[mark]();
}
