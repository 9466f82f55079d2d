// The graph on the screen: force-graph owns the canvas, the frames and the
// camera; the places of the classes come from the layout, so that no forces run.

import ForceGraph from 'force-graph';
import { isFar, paint } from './draw.js';
import { buildScene, drawnAlone, extent, find } from './scene.js';
import { theme } from './theme.js';

const MARGIN = 40;
const CLOSEST = 1.5; // scale when fitting
const NEAR = 6; // pixels beside an edge that still hit it
const STEP = 80; // pixels that an arrow key moves the graph

export class View {
  // onPick is called with what was clicked, or null for the background, and
  // onHover with what the pointer is over and where.
  constructor(element, { onPick, onHover, onFrame }) {
    this.element = element;
    this.scene = buildScene({ clusters: [], boxes: new Map() }, { shown: new Set(), pairs: new Map(), matches: null });
    this.focus = null;
    this.onFrame = onFrame;
    this.graph = new ForceGraph(element)
      .cooldownTicks(0)
      .d3Force('link', null)
      .d3Force('charge', null)
      .d3Force('center', null)
      .enablePointerInteraction(false)
      .enableNodeDrag(false)
      .nodeVisibility(false)
      .linkVisibility(false)
      .minZoom(0.005)
      .maxZoom(6)
      .onRenderFramePre((ctx, scale) => this.frame(ctx, scale))
      .onBackgroundClick((event) => onPick(this.at(event)));
    this.resize();
    new ResizeObserver(() => this.resize()).observe(element);
    element.addEventListener('pointermove', (event) => {
      const hit = event.buttons ? null : this.at(event);
      element.classList.toggle('over', hit !== null);
      onHover(hit, event);
    });
    element.addEventListener('pointerleave', (event) => onHover(null, event));
  }

  resize() {
    this.graph.width(this.element.clientWidth).height(this.element.clientHeight);
  }

  aspect() {
    return Math.min(3, Math.max(0.5, this.element.clientWidth / Math.max(1, this.element.clientHeight)));
  }

  redraw() {
    this.graph.nodeVisibility(false);
  }

  // show draws a layout as far as the filter lets it through.
  show(placed, result) {
    this.scene = buildScene(placed, result);
    const nodes = [];
    const node = new Map();
    for (const [c, b] of this.scene.boxes) {
      const n = { id: c.id, x: b.x + b.w / 2, y: b.y + b.h / 2 };
      n.fx = n.x;
      n.fy = n.y;
      node.set(c, n);
      nodes.push(n);
    }
    const links = this.scene.edges.map(({ pair }) => ({ source: node.get(pair.from), target: node.get(pair.to) }));
    this.graph.graphData({ nodes, links });
    this.redraw();
  }

  // setFocus lights up some classes and pairs and dims the rest; null ends it.
  setFocus(focus) {
    this.focus = focus;
    this.redraw();
  }

  frame(ctx, scale) {
    ctx.canvas.style.background = theme().background;
    paint(ctx, scale, this.scene, this.focus, this.seen());
    this.onFrame(scale);
  }

  // seen is the part of the scene that is on the screen.
  seen() {
    const a = this.graph.screen2GraphCoords(0, 0);
    const b = this.graph.screen2GraphCoords(this.element.clientWidth, this.element.clientHeight);
    return { left: a.x, top: a.y, right: b.x, bottom: b.y };
  }

  // omission says which edges are not drawn one by one, or ''.
  omission() {
    if (!this.scene.dense || this.focus) {
      return '';
    }
    return isFar(this.graph.zoom())
      ? 'Edges between packages are bundled at this distance; zoom in or select to see each.'
      : 'Edges between packages are drawn if one end is in sight.';
  }

  // at returns what is under the pointer. What is not drawn cannot be hit.
  at(event) {
    const r = this.element.getBoundingClientRect();
    const p = this.graph.screen2GraphCoords(event.clientX - r.left, event.clientY - r.top);
    const far = isFar(this.graph.zoom());
    const view = this.seen();
    const drawn = (e) => drawnAlone(this.scene, e, this.focus, far, view);
    return find(this.scene, p.x, p.y, NEAR / this.graph.zoom(), drawn);
  }

  // fit moves the camera so that the classes, or else all, can be seen.
  fit(classes, duration = 0) {
    const boxes = classes ? classes.map((c) => this.scene.boxes.get(c)).filter(Boolean) : this.scene.clusters;
    const e = extent(boxes);
    if (!e) {
      return;
    }
    const width = this.element.clientWidth - 2 * MARGIN;
    const height = this.element.clientHeight - 2 * MARGIN;
    const scale = Math.min(CLOSEST, width / (e.right - e.left), height / (e.bottom - e.top));
    this.graph.zoom(Math.max(scale, 0.005), duration);
    this.graph.centerAt((e.left + e.right) / 2, (e.top + e.bottom) / 2, duration);
  }

  zoomBy(factor) {
    this.graph.zoom(this.graph.zoom() * factor, 150);
  }

  moveBy(dx, dy) {
    const { x, y } = this.graph.centerAt();
    const k = this.graph.zoom();
    this.graph.centerAt(x + (dx * STEP) / k, y + (dy * STEP) / k);
  }

  // toClient turns a point of the scene into one of the window.
  toClient(x, y) {
    const r = this.element.getBoundingClientRect();
    const p = this.graph.graph2ScreenCoords(x, y);
    return { x: r.left + p.x, y: r.top + p.y };
  }
}
