package lockgraph

import "slices"

// frame is a node of the path and the next edge to try from it.
type frame struct {
	node, bundle int32
	edge         int
}

// measure finds the distance of node from to target, against the edges and
// nearest nodes first, and stops there; it goes on from where it stopped when
// asked about the same target again. Whatever is nearer than from is measured
// then. A negative from measures all.
func (ls *layerSearch) measure(target, from int32) int32 {
	if ls.target != target {
		ls.target = target
		ls.queue = append(ls.queue[:0], target)
		ls.queued = 0
		ls.epoch++
		ls.distance[target], ls.measured[target] = 0, ls.epoch
	}
	scans := 0
	for ls.queued < len(ls.queue) && (from < 0 || !ls.near(from)) {
		v := ls.queue[ls.queued]
		ls.queued++
		for _, i := range ls.inBundle[ls.in[v]:ls.in[v+1]] {
			scans++
			b := &ls.bundles[i]
			if ls.inside(b) && !ls.near(b.from) {
				ls.distance[b.from], ls.measured[b.from] = ls.distance[v]+1, ls.epoch
				ls.queue = append(ls.queue, b.from)
			}
		}
	}
	// Measuring is cheap against trying edges.
	ls.steps -= scans/8 + 1
	if from < 0 {
		return 0
	}
	return ls.distance[from]
}

// near reports whether the node has been measured.
func (ls *layerSearch) near(v int32) bool { return ls.measured[v] == ls.epoch }

// findAt looks for a cycle of exactly length edges that counts, through an
// edge of the layer in b, and records the first. It tries all ways to choose
// among parallel edges, and gives up a path as soon as two of its edges
// exclude each other or no writer can wait at a shared class. The distances to
// b.from must be measured. cut says that longer cycles can exist; steps is
// reduced by what the search cost, as is the component's budget, and when it
// runs out the answer is no.
func (ls *layerSearch) findAt(b *bundle, length int, steps *int) (found, cut bool) {
	start := *steps
	defer func() { ls.steps -= start - *steps }()
	for i := range b.edges {
		if b.edges[i].layer != ls.layer {
			continue
		}
		ls.onPath[b.from] = true
		ls.push(&b.edges[i], b.to)
		for len(ls.frames) > 0 && !found && *steps > 0 {
			found, cut = ls.advance(length, steps, cut)
		}
		for len(ls.frames) > 0 {
			ls.pop()
		}
		ls.onPath[b.from] = false
		if found || *steps <= 0 {
			break
		}
	}
	return found, cut
}

// advance tries the next edge from the end of the path.
func (ls *layerSearch) advance(length int, steps *int, cut bool) (found, cutNow bool) {
	f := &ls.frames[len(ls.frames)-1]
	if f.bundle == ls.out[f.node+1] {
		ls.pop()
		return false, cut
	}
	b := &ls.bundles[f.bundle]
	if f.edge == 0 {
		*steps--
		ok, tooFar := ls.leads(b, length-len(ls.path))
		cut = cut || tooFar
		if !ok {
			f.bundle++
			return false, cut
		}
	}
	if f.edge == len(b.edges) || b.edges[f.edge].layer > ls.layer {
		f.bundle, f.edge = f.bundle+1, 0
		return false, cut
	}
	c := &b.edges[f.edge]
	f.edge++
	*steps -= 1 + len(ls.gated)
	if !ls.fits(c, b.to) {
		return false, cut
	}
	if b.to == ls.target {
		*steps -= len(ls.path)
		return ls.report(append(ls.path, c)), cut
	}
	ls.push(c, b.to)
	return false, cut
}

// leads reports whether b leads on to a cycle with exactly left edges to go,
// and if not, whether that is only because the way back is too long.
func (ls *layerSearch) leads(b *bundle, left int) (ok, tooFar bool) {
	switch {
	case !ls.inside(b):
		return false, false
	case b.to == ls.target:
		// With more to go this is a shorter cycle, which has been tried.
		return left == 1, false
	case ls.onPath[b.to]:
		return false, false
	case !ls.near(b.to) || int(ls.distance[b.to]) > left-1:
		return false, true
	}
	return true, false
}

// fits reports whether c can follow the path: it and the edges there do not
// exclude each other, and holder and acquirer conflict where they meet; where
// c ends the cycle, at both of its ends.
func (ls *layerSearch) fits(c *candidate, to int32) bool {
	if c.gated() && slices.ContainsFunc(ls.gated, c.excludes) {
		return false
	}
	end := ls.frames[len(ls.frames)-1].node
	return ls.meet(end, c.edge, ls.path[len(ls.path)-1].edge) &&
		(to != ls.target || ls.meet(to, ls.path[0].edge, c.edge))
}

// meet reports whether holder and acquirer of a node conflict, as far as the
// path tells: a class that joins it later can still shut out the writer.
func (ls *layerSearch) meet(node int32, holder, acquirer *Edge) bool {
	if conflict(holder.FromMode, acquirer.ToMode) {
		return true
	}
	_, ok := ls.locks.writer(ls.class(node), ls.passes, ls.gated)
	return ok
}

// passes reports whether the path leads through the class.
func (ls *layerSearch) passes(class string) bool {
	v, ok := ls.node(class)
	return ok && ls.onPath[v]
}

func (ls *layerSearch) push(c *candidate, node int32) {
	ls.path = append(ls.path, c)
	if c.gated() {
		ls.gated = append(ls.gated, c)
	}
	ls.frames = append(ls.frames, frame{node: node, bundle: ls.out[node]})
	ls.onPath[node] = true
}

func (ls *layerSearch) pop() {
	last := len(ls.path) - 1
	if ls.path[last].gated() {
		ls.gated = ls.gated[:len(ls.gated)-1]
	}
	ls.path = ls.path[:last]
	ls.onPath[ls.frames[last].node] = false
	ls.frames = ls.frames[:last]
}
