// The curves of the drawn edges, and what is near a point.

// route returns the curve of a pair as eight numbers, a cubic Bézier: start,
// two control points, end.
export function route(pair, boxes) {
  const a = boxes.get(pair.from);
  const b = boxes.get(pair.to);
  if (a === b) {
    return loop(a);
  }
  if (pair.local && a.y !== b.y) {
    return between(a, b);
  }
  if (pair.local) {
    return beside(a, b);
  }
  return across(a, b);
}

// loop leaves a box at its right end and comes back to it from above.
function loop(a) {
  const x = a.x + a.w;
  const y = a.y + a.h / 2;
  return [x, y + 3, x + 26, y + 12, x + 16, a.y - 22, x - 12, a.y];
}

// between joins two rows. Edges down and edges up keep to different sides of
// the boxes, so that the two halves of an inversion can be told apart.
function between(a, b) {
  const down = b.y > a.y;
  const side = down ? -1 : 1;
  const x1 = a.x + a.w / 2 + side * Math.min(10, a.w / 5);
  const x2 = b.x + b.w / 2 + side * Math.min(10, b.w / 5);
  const y1 = down ? a.y + a.h : a.y;
  const y2 = down ? b.y : b.y + b.h;
  const reach = (y2 - y1) * 0.5;
  return [x1, y1, x1, y1 + reach, x2, y2 - reach, x2, y2];
}

// beside joins two boxes of a row by an arc, above to the right and below to
// the left.
function beside(a, b) {
  const right = b.x > a.x;
  const y = right ? a.y : a.y + a.h;
  const bow = (right ? -1 : 1) * Math.min(30, 10 + Math.abs(b.x - a.x) * 0.06);
  const x1 = a.x + a.w / 2 + (right ? 8 : -8);
  const x2 = b.x + b.w / 2 + (right ? -8 : 8);
  return [x1, y, x1 + (x2 - x1) * 0.2, y + bow, x2 - (x2 - x1) * 0.2, y + bow, x2, y];
}

// across joins two packages by a flat bow to the left of its direction, so that
// an edge and its opposite do not lie on each other.
function across(a, b) {
  const ax = a.x + a.w / 2;
  const ay = a.y + a.h / 2;
  const bx = b.x + b.w / 2;
  const by = b.y + b.h / 2;
  const ox = (by - ay) * 0.07;
  const oy = (ax - bx) * 0.07;
  const c1 = [ax + (bx - ax) * 0.3 + ox, ay + (by - ay) * 0.3 + oy];
  const c2 = [ax + (bx - ax) * 0.7 + ox, ay + (by - ay) * 0.7 + oy];
  return [...border(a, ...c1), ...c1, ...c2, ...border(b, ...c2)];
}

// border is where the line from the middle of the box to the point leaves it.
function border(box, px, py) {
  const cx = box.x + box.w / 2;
  const cy = box.y + box.h / 2;
  const dx = px - cx;
  const dy = py - cy;
  const t = Math.min(1, box.w / 2 / Math.abs(dx || 1e-9), box.h / 2 / Math.abs(dy || 1e-9));
  return [cx + dx * t, cy + dy * t];
}

// pointAt is the point of the curve at t from 0 to 1.
export function pointAt(k, t) {
  const u = 1 - t;
  const a = u * u * u;
  const b = 3 * u * u * t;
  const c = 3 * u * t * t;
  const d = t * t * t;
  return [a * k[0] + b * k[2] + c * k[4] + d * k[6], a * k[1] + b * k[3] + c * k[5] + d * k[7]];
}

// bounds is a rectangle that the curve stays in.
export function bounds(k) {
  return {
    left: Math.min(k[0], k[2], k[4], k[6]),
    right: Math.max(k[0], k[2], k[4], k[6]),
    top: Math.min(k[1], k[3], k[5], k[7]),
    bottom: Math.max(k[1], k[3], k[5], k[7]),
  };
}

const PIECES = 24;

// distance is how far the point is from the curve, or Infinity if it is farther
// than near.
export function distance(k, box, x, y, near) {
  if (x < box.left - near || x > box.right + near || y < box.top - near || y > box.bottom + near) {
    return Infinity;
  }
  let best = Infinity;
  let [px, py] = [k[0], k[1]];
  for (let i = 1; i <= PIECES; i++) {
    const [qx, qy] = pointAt(k, i / PIECES);
    best = Math.min(best, toSegment(x, y, px, py, qx, qy));
    [px, py] = [qx, qy];
  }
  return best <= near ? best : Infinity;
}

function toSegment(x, y, px, py, qx, qy) {
  const dx = qx - px;
  const dy = qy - py;
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - px) * dx + (y - py) * dy) / length));
  return Math.hypot(x - px - t * dx, y - py - t * dy);
}
