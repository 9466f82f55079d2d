// The layout of what is shown: packages as clusters, packed so that they read
// like a text: locks to the left and above are acquired before those to the
// right and below, as far as cycles allow.

import { Arcs, components, linear } from './order.js';
import { layoutCluster } from './cluster.js';

const SPACE = 36; // between clusters

// layout places the classes and returns clusters and boxes in one system of
// coordinates, about aspect times as wide as high. The same classes and pairs
// get the same places.
export function layout(classes, pairs, aspect) {
  const members = new Map();
  for (const c of classes) {
    if (!members.has(c.pkg)) {
      members.set(c.pkg, []);
    }
    members.get(c.pkg).push(c);
  }
  const inside = new Map([...members.keys()].map((pkg) => [pkg, []]));
  for (const p of pairs) {
    if (p.local && p.from !== p.to) {
      inside.get(p.from.pkg).push(p);
    }
  }
  const clusters = [...members].map(([pkg, list]) => layoutCluster(pkg, list, inside.get(pkg)));
  pack(reading(clusters, pairs), aspect);
  const boxes = new Map();
  for (const cluster of clusters) {
    for (const [c, b] of cluster.placed) {
      boxes.set(c, { x: cluster.x + b.x, y: cluster.y + b.y, w: b.w, h: b.h });
    }
  }
  return { clusters, boxes };
}

// reading orders the clusters: those that hang together side by side, the
// largest such part first, each part in the order of its edges.
function reading(clusters, pairs) {
  const number = new Map(clusters.map((c, i) => [c.pkg, i]));
  const arcs = new Arcs(clusters.length);
  for (const p of pairs) {
    if (!p.local) {
      arcs.add(number.get(p.from.pkg), number.get(p.to.pkg));
    }
  }
  const part = components(arcs);
  const area = new Map();
  clusters.forEach((c, i) => area.set(part[i], (area.get(part[i]) || 0) + c.w * c.h));
  const place = new Array(clusters.length);
  linear(arcs).forEach((v, i) => (place[v] = i));
  const order = clusters.map((_, i) => i);
  const alone = (i) => arcs.out[i].size + arcs.in[i].size === 0;
  order.sort((a, b) => alone(a) - alone(b) || area.get(part[b]) - area.get(part[a]) || part[a] - part[b] || place[a] - place[b]);
  return order.map((i) => clusters[i]);
}

// pack puts the clusters on shelves, of the width that fills a rectangle of the
// aspect best: how much a shelf wastes is not known before.
function pack(clusters, aspect) {
  const total = clusters.reduce((sum, c) => sum + (c.w + SPACE) * (c.h + SPACE), 0);
  const widest = clusters.reduce((w, c) => Math.max(w, c.w), 0);
  let best = { size: Infinity, width: widest };
  for (let factor = 0.9; factor < 1.8; factor += 0.05) {
    const width = Math.max(widest, Math.sqrt(total * aspect) * factor);
    const { w, h } = fillShelves(clusters, width);
    const size = Math.max(w, h * aspect);
    if (size < best.size) {
      best = { size, width };
    }
  }
  fillShelves(clusters, best.width);
}

// fillShelves places the clusters and returns the size of the whole.
function fillShelves(clusters, width) {
  let top = 0;
  let w = 0;
  for (let i = 0; i < clusters.length;) {
    const shelf = fillShelf(clusters, i, width, top);
    i = shelf.next;
    w = Math.max(w, shelf.width);
    top += shelf.height + SPACE;
  }
  return { w, h: top };
}

// fillShelf places clusters from start on, as many as fit. On a shelf, low
// clusters stand on top of each other in columns no higher than its highest.
function fillShelf(clusters, start, width, top) {
  let x = 0;
  let i = start;
  let height = 0;
  let column = null; // { x, w, bottom }
  while (i < clusters.length) {
    const c = clusters[i];
    if (column && column.bottom + SPACE + c.h <= height && c.w <= Math.max(column.w * 1.5, 160)) {
      c.x = column.x;
      c.y = top + column.bottom + SPACE;
      column.bottom += SPACE + c.h;
      column.w = Math.max(column.w, c.w);
    } else {
      x = column ? column.x + column.w + SPACE : 0;
      if (column && x + c.w > width) {
        break;
      }
      c.x = x;
      c.y = top;
      column = { x, w: c.w, bottom: c.h };
      height = Math.max(height, c.h);
    }
    i++;
  }
  return { next: i, height, width: column ? column.x + column.w : 0 };
}
