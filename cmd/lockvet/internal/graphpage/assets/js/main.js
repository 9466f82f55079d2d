// The page: one model, one filter and one selection, and the parts that show
// them.

import { fromHash, toHash } from './address.js';
import { Details } from './details.js';
import { count, el } from './dom.js';
import { apply, newFilter } from './filter.js';
import { Filters } from './filters.js';
import { pointAt } from './geometry.js';
import { layout } from './layout.js';
import { decode } from './model.js';
import { onThemeChange } from './theme.js';
import { View } from './view.js';
import { summary } from './witness.js';
import { verdictText } from './words.js';

const GLIDE = 350; // milliseconds that the camera takes

class Page {
  constructor(model) {
    this.model = model;
    this.filter = newFilter(model);
    this.selected = null;
    this.frames = 0;
    const select = (selected) => this.select(selected);
    this.view = new View(document.getElementById('graph'), {
      onPick: (hit) => this.select(hit, false),
      onHover: (hit, event) => this.hover(hit, event),
      onFrame: () => this.drawn(),
    });
    this.details = new Details(model, select);
    this.filters = new Filters(model, this.filter, {
      change: (what) => this.refilter(what),
      pick: (c) => this.select({ type: 'class', item: c }),
    });
    this.tip = document.getElementById('tip');
    this.note = document.getElementById('note');
    this.badges();
    this.listen();
    this.refilter('classes');
    this.select(fromHash(location.hash, model), true, 0);
  }

  // badges tell at the top how many cycles of each verdict there are; one leads
  // to the first of its cycles.
  badges() {
    const { cycles } = this.model;
    for (const verdict of new Set(cycles.map((c) => c.verdict))) {
      const same = cycles.filter((c) => c.verdict === verdict);
      const open = () => this.select({ type: 'cycle', item: same[0] });
      const attributes = { type: 'button', class: `badge ${same[0].severity}`, title: verdictText(verdict), onclick: open };
      document.getElementById('badges').append(el('button', attributes, count(same.length, verdict)));
    }
  }

  listen() {
    document.getElementById('title').textContent = this.model.title;
    document.getElementById('unquoted').textContent =
      this.model.unquoted > 0
        ? `To keep the page small, ${count(this.model.unquoted, 'place is', 'places are')} without source lines.`
        : '';
    document.getElementById('fit').addEventListener('click', () => this.view.fit(null, GLIDE));
    document.getElementById('about-open').addEventListener('click', () => document.getElementById('about').showModal());
    document.getElementById('reset').addEventListener('click', () => this.filters.reset());
    window.addEventListener('hashchange', () => {
      if (location.hash !== toHash(this.selected)) {
        this.select(fromHash(location.hash, this.model), true, GLIDE, false);
      }
    });
    document.addEventListener('keydown', (event) => this.key(event));
    onThemeChange(() => this.view.redraw());
  }

  key(event) {
    const typing = event.target.matches('input[type=search]');
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) {
      return;
    }
    if (event.key === 'Escape') {
      this.escape();
      return;
    }
    const act = {
      '/': () => this.filters.search.focus(),
      f: () => this.view.fit(null, GLIDE),
      n: () => this.step(1),
      p: () => this.step(-1),
      '+': () => this.view.zoomBy(1.3),
      '-': () => this.view.zoomBy(1 / 1.3),
      ArrowLeft: () => this.view.moveBy(-1, 0),
      ArrowRight: () => this.view.moveBy(1, 0),
      ArrowUp: () => this.view.moveBy(0, -1),
      ArrowDown: () => this.view.moveBy(0, 1),
    }[event.key];
    const elsewhere = event.key.startsWith('Arrow') && event.target !== document.body;
    if (act && !typing && !elsewhere) {
      event.preventDefault();
      act();
    }
  }

  // step goes to the next or the previous cycle, round and round.
  step(by) {
    const { cycles } = this.model;
    if (cycles.length > 0) {
      const at = this.selected ? cycles.indexOf(this.selected.item) : -1;
      const next = at < 0 && by < 0 ? cycles.length - 1 : (at + by + cycles.length) % cycles.length;
      this.select({ type: 'cycle', item: cycles[next] });
    }
  }

  // escape clears the search first, then the selection.
  escape() {
    if (this.filter.query) {
      this.filters.setQuery('');
      return;
    }
    this.filters.search.blur();
    this.select(null);
  }

  // refilter shows what the filter lets through. Only a change of the classes
  // moves them; a search leaves them where they are.
  refilter(what) {
    this.result = apply(this.model, this.filter);
    if (what === 'classes') {
      this.placed = layout(this.result.classes, [...this.result.pairs.keys()], this.view.aspect());
    }
    this.view.show(this.placed, this.result);
    this.filters.showMatches(this.result.matches);
    this.refocus();
    this.tally();
    if (what === 'classes') {
      this.view.fit(null);
    } else if (what === 'query') {
      this.view.fit(this.result.matches && this.result.matches.size > 0 ? [...this.result.matches] : null, GLIDE);
    }
  }

  tally() {
    const { classes, pairs, edges } = this.model;
    const shown = this.view.scene;
    const empty = document.getElementById('empty');
    empty.hidden = shown.boxes.size > 0;
    empty.querySelector('p').textContent =
      classes.length > 0
        ? 'Nothing is left to show: the filters hide all lock classes.'
        : 'This graph is empty: no lock was seen to be acquired while another one is held.';
    document.getElementById('reset').hidden = classes.length === 0;
    const some = shown.boxes.size < classes.length || shown.edges.length < pairs.length;
    document.getElementById('counts').textContent = some
      ? `${shown.boxes.size} of ${count(classes.length, 'lock class', 'lock classes')}, ${shown.edges.length} of ${count(pairs.length, 'order')}`
      : `${count(classes.length, 'lock class', 'lock classes')}, ${count(pairs.length, 'order')} with ${count(edges.length, 'witness', 'witnesses')}`;
  }

  // select shows something in the panel and the graph; null ends it. What was
  // clicked in the graph is in sight, so that the camera stays. A selection is
  // a step in the history unless it comes from there.
  select(selected, move = true, duration = GLIDE, remember = true) {
    this.selected = selected;
    this.details.show(selected);
    this.refocus();
    const hash = toHash(selected);
    if (remember && hash !== location.hash) {
      history.pushState(null, '', hash || location.pathname + location.search);
    }
    if (selected && move) {
      const lit = this.view.focus;
      this.view.fit(selected.type === 'class' ? [...lit.classes] : [...lit.main], duration);
    }
  }

  // refocus lights up the selection and what belongs to it.
  refocus() {
    if (!this.selected) {
      this.view.setFocus(null);
      return;
    }
    const { type, item } = this.selected;
    const pairs = new Set(type === 'cycle' ? item.edges.map((e) => e.pair) : type === 'edge' ? [item] : [...item.out, ...item.in]);
    const main = new Set(type === 'class' ? [item] : [...pairs].flatMap((p) => [p.from, p.to]));
    const classes = new Set([...main, ...[...pairs].flatMap((p) => [p.from, p.to])]);
    this.view.setFocus({ main, pairs, classes });
  }

  hover(hit, event) {
    this.tip.hidden = hit === null;
    if (hit === null) {
      return;
    }
    const { type, item } = hit;
    const [title, sub] =
      type === 'class'
        ? [
            item.name,
            [`${count(item.out.length, 'order')} from here, ${item.in.length} to here`, ...item.marks.map((m) => m.name)].join(' · '),
          ]
        : [`${item.from.name} → ${item.to.name}`, summary(item, this.model)];
    this.tip.replaceChildren(title, el('div', { class: 'soft' }, sub));
    const r = this.view.element.parentElement.getBoundingClientRect();
    const x = event.clientX - r.left + 14;
    this.tip.style.left = `${Math.min(x, r.width - this.tip.offsetWidth - 8)}px`;
    this.tip.style.top = `${Math.min(event.clientY - r.top + 16, r.height - this.tip.offsetHeight - 8)}px`;
  }

  // drawn runs after each frame. The first one with the graph on it makes the
  // page ready.
  drawn() {
    this.frames++;
    if (this.frames === 1) {
      performance.mark('lockvet:interactive');
      document.documentElement.dataset.ready = '';
    }
    const text = this.hiddenSelection() || this.view.omission();
    this.note.hidden = text === '';
    this.note.textContent = text;
  }

  // hiddenSelection says if filters keep what is selected out of sight.
  hiddenSelection() {
    const { boxes } = this.view.scene;
    const hides = this.selected && [...this.view.focus.main].some((c) => !boxes.has(c));
    return hides ? 'Filters hide a part of what is selected.' : '';
  }
}

// hooks is what tests of the page go by.
function hooks(page) {
  const box = (name) => {
    const c = page.model.classes.find((k) => k.name === name);
    return page.view.scene.boxes.get(c);
  };
  return {
    get frames() {
      return page.frames;
    },
    get selected() {
      return toHash(page.selected);
    },
    shown: () => [...page.view.scene.boxes.keys()].map((c) => c.name),
    matches: () => (page.result.matches ? [...page.result.matches].map((c) => c.name) : null),
    edges: () => page.view.scene.edges.map((e) => ({ from: e.pair.from.name, to: e.pair.to.name, severity: e.severity })),
    lit: () => (page.view.focus ? [...page.view.focus.pairs].map((p) => ({ from: p.from.name, to: p.to.name })) : []),
    boxes: () => [...page.view.scene.boxes.values()],
    classPoint: (name) => {
      const b = box(name);
      return page.view.toClient(b.x + b.w / 2, b.y + b.h / 2);
    },
    edgePoint: (from, to, t = 0.5) => {
      const e = page.view.scene.edges.find(({ pair }) => pair.from.name === from && pair.to.name === to);
      return page.view.toClient(...pointAt(e.curve, t));
    },
  };
}

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const page = new Page(decode(read('data'), () => read('sources')));
window.lockvet = hooks(page);
