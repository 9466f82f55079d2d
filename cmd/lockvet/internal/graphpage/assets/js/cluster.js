// The inside of a package: its classes in rows, acquired before others above
// them, with few crossings.

import { Arcs, ranks } from './order.js';

export const CHAR = 6.65; // width of a character of the labels
export const HEIGHT = 20; // of a class
const GAP = 14; // between classes of a row
const ROW = 46; // from row to row where edges run between them
const LOOSE_ROW = 28; // from row to row of classes without edges here
const PAD = 14;
const TITLE = 20;
const LONGEST = 36; // characters of a label
const SWEEPS = 6;

// shorten cuts the middle out of a label that is too long.
export function shorten(label, longest = LONGEST) {
  if (label.length <= longest) {
    return label;
  }
  const tail = Math.floor((longest - 1) / 2);
  return `${label.slice(0, longest - 1 - tail)}…${label.slice(-tail)}`;
}

// widthOf is the width of the box of a class.
function widthOf(c) {
  return Math.max(36, shorten(c.label).length * CHAR + 16);
}

// layoutCluster places the classes of a package relative to the cluster's left
// upper corner and returns the cluster.
export function layoutCluster(pkg, classes, pairs) {
  const index = new Map(classes.map((c, i) => [c, i]));
  const arcs = new Arcs(classes.length);
  for (const p of pairs) {
    arcs.add(index.get(p.from), index.get(p.to));
  }
  const boxes = classes.map((c) => ({ c, w: widthOf(c), x: 0, y: 0 }));
  const linked = boxes.filter((_, i) => arcs.out[i].size + arcs.in[i].size > 0);
  const loose = boxes.filter((_, i) => arcs.out[i].size + arcs.in[i].size === 0);
  const area = boxes.reduce((sum, b) => sum + (b.w + GAP) * ROW, 0);
  const limit = Math.max(260, Math.sqrt(area * 2.2));
  const rows = rowsByRank(boxes, new Set(linked), arcs, limit);
  placeRows(rows, boxes, arcs);
  const bottom = rows.length > 0 ? (rows.length - 1) * ROW + HEIGHT : 0;
  const width = Math.max(limit * 0.6, fromLeft(linked));
  placeLoose(loose, width, bottom > 0 ? bottom + LOOSE_ROW - HEIGHT + 6 : 0);
  return frame(pkg, boxes);
}

// fromLeft moves the boxes to the left border and returns how far they reach.
function fromLeft(boxes) {
  const left = boxes.reduce((x, b) => Math.min(x, b.x), Infinity);
  boxes.forEach((b) => (b.x -= left));
  return boxes.reduce((x, b) => Math.max(x, b.x + b.w), 0);
}

// rowsByRank makes a row of each rank, or several where one would be too wide.
function rowsByRank(boxes, linked, arcs, limit) {
  const rank = ranks(arcs);
  const byRank = [];
  boxes.forEach((b, i) => {
    if (linked.has(b)) {
      (byRank[rank[i]] = byRank[rank[i]] || []).push(b);
    }
  });
  const rows = [];
  for (const all of byRank.filter(Boolean)) {
    const parts = Math.ceil(all.reduce((sum, b) => sum + b.w + GAP, 0) / limit);
    const size = Math.ceil(all.length / parts);
    for (let i = 0; i < all.length; i += size) {
      rows.push(all.slice(i, i + size));
    }
  }
  return rows;
}

// placeRows orders each row by where its neighbours in other rows are, over and
// over, and lets each box stand as close to its neighbours as the row allows.
function placeRows(rows, boxes, arcs) {
  const number = new Map(boxes.map((b, i) => [b, i]));
  rows.forEach((row, y) => {
    let x = -row.reduce((sum, b) => sum + b.w + GAP, -GAP) / 2;
    for (const b of row) {
      b.x = x;
      b.y = y * ROW;
      x += b.w + GAP;
    }
  });
  const centre = (b) => {
    const i = number.get(b);
    let sum = 0;
    let count = 0;
    for (const j of [...arcs.out[i].keys(), ...arcs.in[i].keys()]) {
      if (boxes[j].y !== b.y) {
        const weight = 1 / Math.max(1, Math.abs(boxes[j].y - b.y) / ROW);
        sum += weight * (boxes[j].x + boxes[j].w / 2);
        count += weight;
      }
    }
    return count > 0 ? sum / count : null;
  };
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const row of sweep % 2 ? rows.slice().reverse() : rows) {
      const wish = new Map(row.map((b) => [b, centre(b) ?? b.x + b.w / 2]));
      row.sort((a, b) => wish.get(a) - wish.get(b) || a.c.id - b.c.id);
      pack(row, wish);
    }
  }
}

// pack sets the boxes of a row side by side, near the centres wished for: from
// the left each as far left as it may, then all shifted by the mean error.
function pack(row, wish) {
  let edge = -Infinity;
  let error = 0;
  for (const b of row) {
    b.x = Math.max(wish.get(b) - b.w / 2, edge);
    edge = b.x + b.w + GAP;
    error += b.x + b.w / 2 - wish.get(b);
  }
  row.forEach((b) => (b.x -= error / row.length));
}

function placeLoose(loose, width, top) {
  let x = 0;
  let y = top;
  for (const b of loose) {
    if (x > 0 && x + b.w > width) {
      x = 0;
      y += LOOSE_ROW;
    }
    b.x = x;
    b.y = y;
    x += b.w + GAP;
  }
}

// frame draws the cluster around its boxes, with the name of the package above.
function frame(pkg, boxes) {
  const placed = new Map();
  let w = Math.min(230, pkg.name.length * CHAR + 4);
  let h = 0;
  for (const b of boxes) {
    w = Math.max(w, b.x + b.w);
    h = Math.max(h, b.y + HEIGHT);
    placed.set(b.c, { x: PAD + b.x, y: PAD + TITLE + b.y, w: b.w, h: HEIGHT });
  }
  return { pkg, x: 0, y: 0, w: w + 2 * PAD, h: h + 2 * PAD + TITLE, placed };
}
