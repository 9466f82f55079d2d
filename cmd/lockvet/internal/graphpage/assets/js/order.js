// Linear orders of small directed graphs with few edges against them, and the
// ranks that follow. Lock orders should have none against them; where cycles
// are, some edge has to point back.

// Arcs is a weighted directed graph over the nodes 0 to n-1, without self-loops.
export class Arcs {
  constructor(n) {
    this.n = n;
    this.out = Array.from({ length: n }, () => new Map());
    this.in = Array.from({ length: n }, () => new Map());
  }

  add(from, to, weight = 1) {
    if (from !== to) {
      this.out[from].set(to, (this.out[from].get(to) || 0) + weight);
      this.in[to].set(from, (this.in[to].get(from) || 0) + weight);
    }
  }
}

// linear is the greedy heuristic of Eades, Lin and Smyth (1993): take sinks to
// the end and sources to the front while there are any, and then the node whose
// edges out outweigh those in the most.
export function linear(arcs) {
  const sum = (map) => [...map.values()].reduce((a, b) => a + b, 0);
  const out = arcs.out.map(sum);
  const into = arcs.in.map(sum);
  const left = new Set(arcs.out.keys());
  const front = [];
  const back = [];
  const loose = [...left].filter((v) => out[v] === 0 || into[v] === 0);
  const take = (v) => {
    if (!left.delete(v)) {
      return;
    }
    (out[v] === 0 && into[v] !== 0 ? back : front).push(v);
    for (const [w, weight] of arcs.out[v]) {
      into[w] -= weight;
      if (into[w] === 0) {
        loose.push(w);
      }
    }
    for (const [w, weight] of arcs.in[v]) {
      out[w] -= weight;
      if (out[w] === 0) {
        loose.push(w);
      }
    }
  };
  while (left.size > 0) {
    for (let i = 0; i < loose.length; i++) {
      take(loose[i]);
    }
    loose.length = 0;
    let best = -1;
    for (const v of left) {
      if (best < 0 || out[v] - into[v] > out[best] - into[best]) {
        best = v;
      }
    }
    if (best >= 0) {
      take(best);
    }
  }
  return front.concat(back.reverse());
}

// ranks gives each node the length of the longest path to it along edges that
// keep the linear order.
export function ranks(arcs, order = linear(arcs)) {
  const place = new Array(arcs.n);
  order.forEach((v, i) => (place[v] = i));
  const rank = new Array(arcs.n).fill(0);
  for (const v of order) {
    for (const w of arcs.out[v].keys()) {
      if (place[w] > place[v]) {
        rank[w] = Math.max(rank[w], rank[v] + 1);
      }
    }
  }
  return rank;
}

// components numbers the parts that hang together, whichever way edges point.
export function components(arcs) {
  const part = new Array(arcs.n).fill(-1);
  let count = 0;
  for (let root = 0; root < arcs.n; root++) {
    if (part[root] >= 0) {
      continue;
    }
    part[root] = count;
    const stack = [root];
    while (stack.length > 0) {
      const v = stack.pop();
      for (const w of [...arcs.out[v].keys(), ...arcs.in[v].keys()]) {
        if (part[w] < 0) {
          part[w] = count;
          stack.push(w);
        }
      }
    }
    count++;
  }
  return part;
}
