package lockgraph

// defaultBudget is enough to search components of a hundred classes in full
// and far more than a program's lock order needs; it bounds what a hostile or
// hopelessly tangled graph can cost.
const defaultBudget = 1 << 22

// minShare is what the search from one bundle may cost in any case, so that
// short cycles are found in big components too.
const minShare = 1 << 12

func (s *search) stepsFor(bundles int) int {
	if s.budget > 0 {
		return s.budget
	}
	return defaultBudget + 4*bundles
}

// layerSearch is the search for cycles of a layer: over the bundles with an
// edge up to it, through an edge of it.
type layerSearch struct {
	*population
	layer layer
	comp  []int32 // component of each node in the layer
	steps int     // what is left of the component's budget

	// Distances to target, as far as they have been measured.
	target   int32
	distance []int32 // valid where measured == epoch
	measured []int32
	epoch    int32 // one for each target
	queue    []int32
	queued   int // next of queue to expand

	// The path under construction.
	path   []*candidate
	gated  []*candidate // those of path with a lock that can be a gate
	frames []frame
	onPath []bool
}

// longerCycles looks for the cycles of two classes or more that layer k adds.
func (p *population) longerCycles(k layer) {
	if !p.present[k] {
		return
	}
	n := len(p.nodes)
	ls := &layerSearch{
		population: p,
		layer:      k,
		target:     -1,
		distance:   make([]int32, n),
		measured:   make([]int32, n),
		onPath:     make([]bool, n),
	}
	ls.comp, _ = makeArcs(n, func(yield func(from, to int32)) {
		for i := range p.bundles {
			if b := &p.bundles[i]; b.edges[0].layer <= k {
				yield(b.from, b.to)
			}
		}
	}).components()
	roots := make(map[int32][]int32)
	size := make(map[int32]int)
	var order []int32
	for i := range p.bundles {
		b := &p.bundles[i]
		if !ls.inside(b) {
			continue
		}
		c := ls.comp[b.from]
		size[c]++
		if b.hasLayer(k) {
			if roots[c] == nil {
				order = append(order, c)
			}
			roots[c] = append(roots[c], int32(i))
		}
	}
	for _, c := range order {
		ls.steps = ls.stepsFor(size[c])
		ls.searchComponent(roots[c])
	}
}

// inside reports whether the bundle can lie on a cycle of the layer.
func (ls *layerSearch) inside(b *bundle) bool {
	return b.edges[0].layer <= ls.layer && ls.comp[b.from] == ls.comp[b.to]
}

// deeper is a root whose shortest cycles do not count.
type deeper struct {
	bundle int32
	length int // to try next
}

// searchComponent goes through the roots twice: first for the shortest cycle
// through each, then deeper for those without one that counts.
func (ls *layerSearch) searchComponent(roots []int32) {
	var rest []deeper
	for i, r := range roots {
		b := &ls.bundles[r]
		if ls.covered[ls.pair(b)] || ls.steps <= 0 {
			continue
		}
		length := int(ls.measure(b.from, b.to)) + 1
		share := ls.share(len(roots)-i, length)
		found, cut := ls.findAt(b, length, &share)
		switch {
		case found:
		case share <= 0: // not all of this length were tried
			rest = append(rest, deeper{r, length})
		case cut:
			rest = append(rest, deeper{r, length + 1})
		}
	}
	for i, d := range rest {
		b := &ls.bundles[d.bundle]
		if ls.covered[ls.pair(b)] || ls.steps <= 0 {
			continue
		}
		ls.measure(b.from, -1)
		share := ls.share(len(rest)-i, d.length)
		found, cut := false, true
		for length := d.length; !found && cut && share > 0; length++ {
			found, cut = ls.findAt(b, length, &share)
		}
	}
}

// share is the part of the budget for one of the n roots left, whose next
// cycle to try has length edges.
func (ls *layerSearch) share(n, length int) int {
	return min(max(ls.steps/n, minShare, 8*length), ls.steps)
}
