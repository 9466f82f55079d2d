// Painting of a scene on the canvas. Edges of one style are painted by one
// stroke, since a stroke for each of tens of thousands is slow without a GPU.

import { HEIGHT, shorten } from './cluster.js';
import { drawnAlone, inView } from './scene.js';
import { kindStyle, packageColors, theme } from './theme.js';

const LABEL_FONT = '11px ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace';
const PORTION = 400; // edges of a stroke where they are a crowd
const SEVERITIES = ['harmless', 'risk', 'fault']; // the worst is painted last
const FAR = 0.34; // below this scale labels of classes cannot be read
const NEAR = 0.9; // above, cycles are seen without a mark on their packages

// isFar says that classes are too small to read at this scale.
export function isFar(scale) {
  return scale < FAR;
}

// paint draws the scene. view is the part of it that can be seen.
export function paint(ctx, scale, scene, focus, view) {
  const colors = theme();
  const far = isFar(scale);
  paintClusters(ctx, scale, scene, view, focus, colors);
  if (far && scene.dense) {
    paintBundles(ctx, scale, scene, colors, focus ? 0.25 : 1);
  }
  const edges = scene.edges.filter((e) => visible(e.box, view) && drawnAlone(scene, e, focus, far, view));
  const lit = focus ? edges.filter((e) => focus.pairs.has(e.pair)) : [];
  const rest = focus ? edges.filter((e) => !focus.pairs.has(e.pair)) : edges;
  const plain = (list) => list.filter((e) => !e.severity);
  const cyclic = (list) => list.filter((e) => e.severity);
  paintEdges(ctx, scale, plain(rest), colors, focus ? 0.12 : far ? 0.45 : 0.8);
  paintCycles(ctx, scale, scene, cyclic(rest), colors, focus ? 0.18 : 1);
  paintEdges(ctx, scale, plain(lit), colors, 1, 1.5);
  paintCycles(ctx, scale, scene, cyclic(lit), colors, 1);
  if (far && !scene.crowded) {
    paintHalos(ctx, scale, scene, focus, colors);
  }
  paintClasses(ctx, scale, scene, focus, view, colors);
  if (far) {
    paintTitles(ctx, scale, scene, view);
  }
}

function visible(box, view) {
  return box.right >= view.left && box.left <= view.right && box.bottom >= view.top && box.top <= view.bottom;
}

function paintClusters(ctx, scale, scene, view, focus, theme) {
  ctx.font = `600 ${LABEL_FONT}`;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  for (const c of scene.clusters) {
    if (!inView(c, view)) {
      continue;
    }
    const colors = packageColors(c.pkg);
    const severity = scene.crowded || scale > NEAR ? '' : scene.severity.get(c.pkg);
    ctx.globalAlpha = focus ? 0.7 : 1;
    ctx.fillStyle = colors.fill;
    ctx.strokeStyle = severity ? theme.severity[severity] : colors.line;
    ctx.lineWidth = (severity ? 1.6 : 1) / scale;
    ctx.beginPath();
    ctx.roundRect(c.x, c.y, c.w, c.h, 10);
    ctx.fill();
    ctx.stroke();
    if (!isFar(scale)) {
      ctx.fillStyle = colors.title;
      ctx.fillText(fitting(ctx, c.pkg.name, c.w - 24), c.x + 12, c.y + 17);
    }
  }
  ctx.globalAlpha = 1;
}

// paintHalos makes the classes of cycles stand out where they are as small as
// all others.
function paintHalos(ctx, scale, scene, focus, colors) {
  for (const severity of SEVERITIES) {
    ctx.fillStyle = colors.severity[severity];
    ctx.globalAlpha = focus ? 0.08 : 0.22;
    ctx.beginPath();
    for (const [c, b] of scene.boxes) {
      if (scene.severity.get(c) === severity) {
        const reach = 9 / scale;
        ctx.roundRect(b.x - reach, b.y - reach, b.w + 2 * reach, b.h + 2 * reach, reach);
      }
    }
    ctx.fill();
  }
  ctx.globalAlpha = 1;
}

// fitting cuts a path from the left until it fits; its end tells the most.
function fitting(ctx, path, width) {
  let text = path;
  for (let i = 0; i < path.length && ctx.measureText(text).width > width; i++) {
    text = `…${path.slice(i + 1)}`;
  }
  return text;
}

function trace(ctx, k, straight) {
  ctx.moveTo(k[0], k[1]);
  if (straight) {
    ctx.lineTo(k[6], k[7]);
  } else {
    ctx.bezierCurveTo(k[2], k[3], k[4], k[5], k[6], k[7]);
  }
}

// paintEdges draws edges outside of cycles, by kind and origin.
function paintEdges(ctx, scale, edges, colors, alpha, wider = 1) {
  const styles = new Map();
  for (const e of edges) {
    const key = e.kind * 4 + e.origin;
    if (!styles.has(key)) {
      styles.set(key, []);
    }
    styles.get(key).push(e);
  }
  const far = isFar(scale);
  for (const [key, list] of styles) {
    const style = kindStyle(key >> 2);
    ctx.strokeStyle = ctx.fillStyle = colors.origins[key & 3];
    ctx.globalAlpha = alpha;
    ctx.lineWidth = far ? (Math.max(1, wider) * 0.8) / scale : Math.max(style.width * wider, 0.7 / scale);
    strokeAll(ctx, list, far ? [] : style.dash, far);
    if (!far) {
      arrows(ctx, list, style.hollow, 7 + wider * style.width, colors);
    }
  }
  ctx.globalAlpha = 1;
}

function strokeAll(ctx, list, dash, straight) {
  ctx.setLineDash(dash);
  ctx.beginPath();
  for (const e of list) {
    trace(ctx, e.curve, straight && e.pair.from !== e.pair.to);
  }
  ctx.stroke();
  ctx.setLineDash([]);
}

// paintCycles draws edges of cycles with a glow, never too thin to see; only
// where they are so many that they would cover all else they are faint.
function paintCycles(ctx, scale, scene, edges, colors, alpha) {
  if (scene.crowded && edges.length > PORTION && isFar(scale)) {
    paintCrowd(ctx, scale, edges, colors, alpha);
    return;
  }
  for (const severity of SEVERITIES) {
    const list = edges.filter((e) => e.severity === severity);
    ctx.strokeStyle = ctx.fillStyle = colors.severity[severity];
    if (list.length <= PORTION) {
      ctx.globalAlpha = alpha * 0.22;
      ctx.lineWidth = Math.max(8, 4 / scale);
      strokeAll(ctx, list, [], false);
    }
    ctx.globalAlpha = alpha;
    for (const kind of new Set(list.map((e) => e.kind))) {
      const same = list.filter((e) => e.kind === kind);
      const style = kindStyle(kind);
      ctx.lineWidth = Math.max(style.width + 0.5, 1.4 / scale);
      strokeAll(ctx, same, isFar(scale) ? [] : style.dash, false);
      arrows(ctx, same, style.hollow, Math.max(10, 5 / scale), colors);
    }
  }
  ctx.globalAlpha = 1;
}

function paintCrowd(ctx, scale, edges, colors, alpha) {
  ctx.lineWidth = 0.8 / scale;
  for (const severity of SEVERITIES) {
    ctx.strokeStyle = colors.severity[severity];
    // A stroke covers a pixel once however many lines cross it, so that the
    // lines go in portions.
    ctx.globalAlpha = alpha * 0.18;
    const list = edges.filter((e) => e.severity === severity);
    for (let i = 0; i < list.length; i += PORTION) {
      strokeAll(ctx, list.slice(i, i + PORTION), [], true);
    }
  }
  ctx.globalAlpha = 1;
}

function arrows(ctx, list, hollow, size, colors) {
  ctx.beginPath();
  for (const { curve: k } of list) {
    const angle = Math.atan2(k[7] - k[5], k[6] - k[4]);
    const x = k[6];
    const y = k[7];
    ctx.moveTo(x, y);
    ctx.lineTo(x - size * Math.cos(angle - 0.4), y - size * Math.sin(angle - 0.4));
    ctx.lineTo(x - size * Math.cos(angle + 0.4), y - size * Math.sin(angle + 0.4));
    ctx.closePath();
  }
  if (hollow) {
    const fill = ctx.fillStyle;
    ctx.fillStyle = colors.background;
    ctx.fill();
    ctx.fillStyle = fill;
    ctx.lineWidth = 1;
    ctx.stroke();
  } else {
    ctx.fill();
  }
}

// paintBundles draws the edges between two packages as one line, wider the
// more they are.
function paintBundles(ctx, scale, scene, colors, alpha) {
  ctx.strokeStyle = colors.bundle;
  const count = [...scene.bundles.values()].reduce((n, list) => n + list.length, 0);
  const ink = alpha * Math.max(0.4, Math.min(1, 300 / count)); // many together must not be a wall
  for (const [width, list] of scene.bundles) {
    ctx.globalAlpha = ink * Math.min(0.5, 0.14 + 0.08 * width);
    ctx.lineWidth = (0.6 + width * 0.7) / scale;
    ctx.beginPath();
    for (const [a, b] of list) {
      ctx.moveTo(a.x + a.w / 2, a.y + a.h / 2);
      ctx.lineTo(b.x + b.w / 2, b.y + b.h / 2);
    }
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
}

function paintClasses(ctx, scale, scene, focus, view, colors) {
  ctx.font = LABEL_FONT;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'center';
  for (const [c, b] of scene.boxes) {
    if (!inView(b, view)) {
      continue;
    }
    const dim = (focus && !focus.classes.has(c)) || (scene.matches && !scene.matches.has(c));
    ctx.globalAlpha = dim ? 0.3 : 1;
    const main = focus !== null && focus.main.has(c);
    const severity = scene.severity.get(c);
    const border = main ? colors.accent : severity ? colors.severity[severity] : packageColors(c.pkg).node;
    if (isFar(scale)) {
      const grow = (severity && !scene.crowded) || main ? Math.max(0, 5 / scale - b.h) / 2 : 0;
      ctx.fillStyle = border;
      ctx.fillRect(b.x - grow / 2, b.y - grow, b.w + grow, b.h + 2 * grow);
    } else {
      paintClass(ctx, c, b, border, main ? 2.6 : severity ? 2 : 1.1, colors);
    }
  }
  ctx.globalAlpha = 1;
}

// paintClass draws the box of a class as the legend says: broken if it is weak,
// with another one inside if it is nested, with a dot if it is adaptive.
function paintClass(ctx, c, b, border, width, colors) {
  ctx.lineWidth = width;
  ctx.strokeStyle = border;
  ctx.fillStyle = colors.node;
  ctx.setLineDash(c.weak ? [3, 2] : []);
  ctx.beginPath();
  ctx.roundRect(b.x, b.y, b.w, b.h, 6);
  ctx.fill();
  ctx.stroke();
  if (c.nested) {
    ctx.lineWidth = 0.8;
    ctx.beginPath();
    ctx.roundRect(b.x + 2.8, b.y + 2.8, b.w - 5.6, b.h - 5.6, 3.5);
    ctx.stroke();
  }
  ctx.setLineDash([]);
  if (c.adaptive) {
    ctx.fillStyle = border;
    ctx.beginPath();
    ctx.arc(b.x + b.w - 5.5, b.y + 5.5, 2, 0, 2 * Math.PI);
    ctx.fill();
  }
  ctx.fillStyle = c.weak ? colors.soft : colors.text;
  ctx.fillText(shorten(c.label), b.x + b.w / 2, b.y + HEIGHT / 2 + 0.5);
}

// paintTitles writes the names of packages over their clusters, at the size of
// the screen, where there is room: at the top of high clusters, so that what is
// inside can be seen.
function paintTitles(ctx, scale, scene, view) {
  const size = 11 / scale;
  ctx.font = `600 ${size}px system-ui, "Liberation Sans", Arial, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  for (const c of scene.clusters) {
    if (!inView(c, view) || c.w * scale < 34) {
      continue;
    }
    const name = c.pkg.name.slice(c.pkg.name.lastIndexOf('/') + 1);
    const text = fitting(ctx, name, c.w);
    ctx.lineWidth = 3 / scale;
    ctx.strokeStyle = packageColors(c.pkg).fill;
    ctx.fillStyle = packageColors(c.pkg).title;
    const y = c.y + (c.h * scale > 60 ? size : c.h / 2);
    ctx.strokeText(text, c.x + c.w / 2, y);
    ctx.fillText(text, c.x + c.w / 2, y);
  }
}
