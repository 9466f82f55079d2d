// The panel on the right: the cycles, and what is selected.

import { count, el, growing } from './dom.js';
import { ring } from './model.js';
import { place, step, summary, witness } from './witness.js';
import { verdictText } from './words.js';

export class Details {
  // select is called with what the user picks in the panel, or null.
  constructor(model, select) {
    this.model = model;
    this.select = select;
    this.panel = document.getElementById('details');
    this.selection = document.getElementById('selection');
    this.list = document.getElementById('cycles');
    this.last = null;
    this.listCycles();
  }

  listCycles() {
    const { cycles } = this.model;
    this.list.append(el('h2', {}, count(cycles.length, 'cycle')));
    if (cycles.length === 0) {
      this.list.append(el('p', {}, 'No cycle counts: every order in this graph can be kept.'));
    }
    growing(this.list, cycles, (cycle) => this.cycleItem(cycle));
    if (this.model.classes.length > 0) {
      this.list.append(el('p', { class: 'soft hint' }, 'Click a lock class or an edge to see what proves its orders.'));
    }
  }

  cycleItem(cycle) {
    return el(
      'button',
      {
        type: 'button',
        class: `item cycle ${cycle.severity}`,
        'data-cycle': cycle.id,
        onclick: () => this.select({ type: 'cycle', item: cycle }),
      },
      el('span', { class: `verdict ${cycle.severity}` }, cycle.verdict),
      el(
        'span',
        { class: 'sub mono' },
        ring(cycle)
          .map((c) => c.label)
          .join(' → '),
      ),
      el('span', { class: 'sub' }, [...new Set(cycle.edges.map((e) => e.from.pkg.name))].join(', ')),
    );
  }

  // show puts the selection in the panel; null shows the cycles alone. What
  // had the focus goes away then, so that it passes to what takes its place.
  show(selected) {
    const focused = this.panel.contains(document.activeElement);
    this.fill(selected);
    if (focused && selected !== null) {
      document.getElementById('back').focus({ preventScroll: true });
    } else if (focused && this.last !== null) {
      this.list.querySelector(`[data-cycle="${this.last.id}"]`)?.focus();
    }
    if (selected !== null) {
      this.last = selected.type === 'cycle' ? selected.item : null;
    }
  }

  fill(selected) {
    this.selection.replaceChildren();
    this.selection.hidden = selected === null;
    this.list.hidden = selected !== null;
    if (selected === null) {
      return;
    }
    const back = el('button', { type: 'button', id: 'back', onclick: () => this.select(null) }, '← All cycles');
    this.selection.append(el('div', { class: 'row' }, back, selected.type === 'cycle' && this.steps(selected.item)));
    const show = { cycle: (c) => this.showCycle(c), edge: (p) => this.showPair(p), class: (c) => this.showClass(c) };
    show[selected.type](selected.item);
    this.panel.scrollTop = 0;
  }

  // steps lead from a cycle to its neighbours in the list.
  steps(cycle) {
    const { cycles } = this.model;
    const at = cycles.indexOf(cycle);
    const button = (text, title, n) =>
      el('button', { type: 'button', title, disabled: n === undefined, onclick: () => this.select({ type: 'cycle', item: n }) }, text);
    return [
      el('span', { class: 'soft n' }, `${at + 1} of ${cycles.length}`),
      button('‹', 'Previous cycle (key: p)', cycles[at - 1]),
      button('›', 'Next cycle (key: n)', cycles[at + 1]),
    ];
  }

  showCycle(cycle) {
    this.selection.append(
      el('h2', {}, 'Cycle'),
      el('p', {}, el('span', { class: `verdict ${cycle.severity}` }, cycle.verdict), el('span', { class: 'soft mono' }, ` ${cycle.id}`)),
      el('p', {}, verdictText(cycle.verdict)),
      el(
        'p',
        {},
        ring(cycle).flatMap((c, i) => [i > 0 ? ' → ' : null, this.classLink(c)]),
      ),
      cycle.byClass ? el('p', { class: 'soft' }, 'By class: the instances are not proven to be the same across the edges.') : '',
    );
    for (const e of cycle.edges) {
      this.selection.append(el('h4', {}, this.pairLink(e.pair)), witness(e));
    }
    if (cycle.writers.length > 0) {
      this.selection.append(el('h4', {}, 'Readers conflict because of'));
      this.selection.append(...cycle.writers.map((s) => step('a blocking Lock', s)));
    }
    if (cycle.order) {
      this.selection.append(el('h4', {}, 'Declared order'), this.order(cycle.order));
    }
  }

  order(o) {
    return step([el('code', { class: 'mono' }, `${o.before} < ${o.after}`)], o.site);
  }

  classLink(c) {
    return el('button', { type: 'button', class: 'mono', title: c.name, onclick: () => this.select({ type: 'class', item: c }) }, c.label);
  }

  pairLink(pair) {
    const pick = () => this.select({ type: 'edge', item: pair });
    return el('button', { type: 'button', class: 'mono', onclick: pick }, `${pair.from.label} → ${pair.to.label}`);
  }

  cyclesThrough(part) {
    if (part.cycles.length === 0) {
      return;
    }
    this.selection.append(el('h4', {}, `In ${count(part.cycles.length, 'cycle')}`));
    growing(this.selection, part.cycles, (c) => this.cycleItem(c), 20);
  }

  showPair(pair) {
    this.selection.append(
      el('h2', {}, pair.from === pair.to ? 'Order edge within a class' : 'Order edge'),
      el('h3', { id: 'edge-title' }, this.classLink(pair.from), ' → ', this.classLink(pair.to)),
      el('p', { class: 'soft' }, `${pair.to.name} is acquired while ${pair.from.name} is held.`),
      el('p', { class: 'soft' }, summary(pair, this.model)),
    );
    growing(this.selection, pair.edges, (e) => witness(e, pair.edges.indexOf(e) < 5), 50);
    this.cyclesThrough(pair);
  }

  showClass(c) {
    this.selection.append(
      el('h2', {}, 'Lock class'),
      el('h3', { id: 'class-title' }, c.name),
      ...c.marks.map(({ name, title }) => el('p', { class: 'soft' }, el('span', { class: 'tag' }, name), title)),
    );
    this.cyclesThrough(c);
    this.pairs(c.out, 'Acquired while this is held', (p) => p.to);
    this.pairs(c.in, 'Held when this is acquired', (p) => p.from);
    if (c.orders.length > 0) {
      this.selection.append(el('h4', {}, 'Declared orders'), ...c.orders.map((o) => this.order(o)));
    }
    if (c.writers.length > 0) {
      this.selection.append(el('h4', {}, 'Blocking exclusive acquisitions'));
      growing(this.selection, c.writers, (s) => step('Lock', s), 5);
    }
  }

  pairs(pairs, title, other) {
    this.selection.append(el('h4', {}, `${title} (${pairs.length})`));
    if (pairs.length === 0) {
      this.selection.append(el('p', { class: 'soft' }, 'none'));
    }
    growing(this.selection, pairs, (pair) => this.pairItem(pair, other(pair)));
  }

  pairItem(pair, other) {
    const pick = () => this.select({ type: 'edge', item: pair });
    return el(
      'button',
      { type: 'button', class: 'item', 'data-from': pair.from.name, 'data-to': pair.to.name, onclick: pick },
      el('code', { class: pair.severity ? `verdict ${pair.severity}` : null }, other.name),
      el('span', { class: 'sub' }, `${summary(pair, this.model)} · ${place(pair.edges[0].site)}`),
    );
  }
}
