// What is drawn of a layout: its clusters, boxes and edges with their curves.

import { bounds, distance, route } from './geometry.js';
import { worse } from './model.js';

const CROWD = 400; // edges of cycles that are too many to make each stand out
const MANY = 150; // edges between packages that are too many to draw each

// buildScene joins a layout with what the filter lets through.
export function buildScene(placed, result) {
  const boxes = new Map([...placed.boxes].filter(([c]) => result.shown.has(c)));
  const edges = [];
  for (const [pair, rest] of result.pairs) {
    if (boxes.has(pair.from) && boxes.has(pair.to)) {
      const curve = route(pair, boxes);
      edges.push({ pair, curve, box: bounds(curve), ends: [boxes.get(pair.from), boxes.get(pair.to)], ...summary(pair, rest) });
    }
  }
  const populated = new Set([...boxes.keys()].map((c) => c.pkg));
  const clusters = placed.clusters.filter((c) => populated.has(c.pkg));
  const crossing = edges.filter((e) => !e.pair.local);
  return {
    clusters,
    boxes,
    edges,
    severity: severities(edges),
    crowded: edges.filter((e) => e.severity).length > CROWD,
    matches: result.matches,
    dense: crossing.length > MANY,
    bundles: bundle(crossing, clusters),
  };
}

// severities is the worst of the drawn cycles through each class and package.
function severities(edges) {
  const worst = new Map();
  for (const { pair, severity } of edges) {
    if (severity) {
      for (const part of [pair.from, pair.to, pair.from.pkg, pair.to.pkg]) {
        worst.set(part, worse(worst.get(part) || '', severity));
      }
    }
  }
  return worst;
}

// drawnAlone says whether the edge is drawn by itself. Where edges between
// packages are many, from far away they are drawn in bundles, and from near
// those that only pass through what can be seen tell nothing; neither do any
// that do not belong to what is selected.
export function drawnAlone(scene, edge, focus, far, view) {
  if (edge.pair.local || !scene.dense || (focus && focus.pairs.has(edge.pair))) {
    return true;
  }
  if (edge.severity && (far || !scene.crowded)) {
    return true;
  }
  return !far && !focus && edge.ends.some((b) => inView(b, view));
}

// inView says whether a part of the box or cluster can be seen.
export function inView(b, view) {
  return b.x + b.w >= view.left && b.x <= view.right && b.y + b.h >= view.top && b.y <= view.bottom;
}

// summary is how a pair is drawn: by the edge that waits the most, as seen by
// all of its edges.
function summary(pair, edges) {
  return {
    kind: edges.reduce((k, e) => Math.min(k, e.kind), Infinity),
    origin: edges.reduce((o, e) => o | e.origin, 0),
    severity: pair.severity && edges.some((e) => pair.cycles.some((c) => c.edges.includes(e))) ? pair.severity : '',
  };
}

// bundle counts the edges between each two packages and groups the lines by
// width.
function bundle(edges, clusters) {
  const cluster = new Map(clusters.map((c) => [c.pkg, c]));
  const counts = new Map();
  for (const { pair } of edges) {
    const [a, b] = pair.from.pkg.id < pair.to.pkg.id ? [pair.from.pkg, pair.to.pkg] : [pair.to.pkg, pair.from.pkg];
    const key = `${a.id} ${b.id}`;
    const entry = counts.get(key) || { ends: [cluster.get(a), cluster.get(b)], count: 0 };
    entry.count++;
    counts.set(key, entry);
  }
  const widths = new Map();
  for (const { ends, count } of counts.values()) {
    const width = Math.min(5, Math.floor(Math.log2(count)));
    if (!widths.has(width)) {
      widths.set(width, []);
    }
    widths.get(width).push(ends);
  }
  return widths;
}

// find returns the class or the edge at a point of the scene, or null. near is
// how far off an edge may be hit; among several the nearest wins.
export function find(scene, x, y, near, hittable) {
  for (const [c, b] of scene.boxes) {
    if (x >= b.x && x <= b.x + b.w && y >= b.y && y <= b.y + b.h) {
      return { type: 'class', item: c };
    }
  }
  let best = null;
  let least = near;
  for (const e of scene.edges) {
    if (!hittable(e)) {
      continue;
    }
    const d = distance(e.curve, e.box, x, y, least);
    if (d < least || (d === least && best === null)) {
      best = e;
      least = d;
    }
  }
  return best && { type: 'edge', item: best.pair };
}

// extent is the rectangle around some boxes, or null without any.
export function extent(boxes) {
  let e = null;
  for (const b of boxes) {
    e = e || { left: b.x, top: b.y, right: b.x + b.w, bottom: b.y + b.h };
    e.left = Math.min(e.left, b.x);
    e.top = Math.min(e.top, b.y);
    e.right = Math.max(e.right, b.x + b.w);
    e.bottom = Math.max(e.bottom, b.y + b.h);
  }
  return e;
}
