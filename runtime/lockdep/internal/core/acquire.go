package core

// Want is called before a goroutine blocks for a lock. It reports what can be
// told then, such as a lock that the goroutine holds already, and returns the
// entry for which [Entry.Got] is to be called once the lock is acquired.
//
// pc is the place of the call, rw whether the lock has readers at all, and level
// that of LockNested, otherwise 0.
//
//go:norace
func (g *Goroutine) Want(l *Lock, pc uintptr, mode Mode, rw bool, level uint8) *Entry {
	if (g.busy || g.pending || l.node == 0) && !g.prepare(l, pc) {
		return &g.idle
	}
	if level > 0 {
		l = g.atLevel(l, level)
	}
	// What follows is push, top, chainKey and chainKnown, written out: the
	// compiler inlines no function that is hidden from the race detector.
	n := g.n
	if n >= len(g.held) {
		g.grow()
	}
	e := &g.held[n]
	lock := *l
	key := uint64(lock.instance)<<32 | uint64(lock.node) ^ uint64(mode)<<63 ^ uint64(level)<<55
	if n > 0 {
		key ^= g.held[n-1].key
	}
	key *= keyFactor
	key = key ^ key>>29 | 1
	e.lock, e.key, e.pc = lock, key, pc
	e.level, e.mode, e.waiting = level, mode, true
	g.n = n + 1
	if n > 0 || rw && mode == Exclusive {
		if i := key >> (64 - chainBits) << 1; chains[i] != key && chains[i+1] != key {
			g.learn(l, Wait, rw)
		}
	}
	return e
}

// Tried is called after an attempt has succeeded. A lock that was not waited
// for follows no order, but what is acquired under it does.
//
//go:norace
func (g *Goroutine) Tried(l *Lock, pc uintptr, mode Mode) {
	if (g.busy || g.pending || l.node == 0) && !g.prepare(l, pc) {
		return
	}
	before := g.top()
	g.push(*l, chainKey(before, *l, mode, 0), pc, mode, 0)
	if g.failed == l.instance && g.failedKey == before {
		g.endRun(l, pc)
	}
}

// WantSpin is called before an attempt that waits for a bounded time. If it
// succeeds, call [Entry.Got], otherwise [Goroutine.GaveUp].
//
//go:norace
func (g *Goroutine) WantSpin(l *Lock, pc uintptr) *Entry {
	if (g.busy || g.pending || l.node == 0) && !g.prepare(l, pc) {
		return &g.idle
	}
	// A level that no lock has keeps the chains apart from those that wait.
	key := chainKey(g.top(), *l, Exclusive, 0xff)
	e := g.push(*l, chainKey(g.top(), *l, Exclusive, 0), pc, Exclusive, 0)
	e.waiting = true
	if g.n > 1 && !chainKnown(key) {
		g.learn(l, Spin, false)
		enter()
		rememberChain(key)
		leave()
	}
	return e
}

// GaveUp is called if the goroutine has not acquired the lock it wanted.
//
//go:norace
func (g *Goroutine) GaveUp(e *Entry) {
	if e != &g.idle {
		g.n--
		e.waiting = false
	}
}

// prepare does what comes before an acquisition at times: it gives the lock
// its identity and takes out what others have released. It reports whether the
// acquisition is to be looked at.
//
//go:norace
func (g *Goroutine) prepare(l *Lock, pc uintptr) bool {
	if g.busy || off {
		return false
	}
	if g.pending {
		g.takeOut()
	}
	if l.node == 0 {
		enter()
		if l.node == 0 {
			*l = newInstance(placeClass(pc))
		}
		leave()
	}
	return true
}

// Adopt gives a lock its identity, where the front end knows more of it than
// where it is acquired. An adaptive lock is one whose spinning trylock gives up
// when it sees the owner wait.
//
//go:norace
func (l *Lock) Adopt(pc uintptr, adaptive bool) {
	if off {
		return
	}
	enter()
	if l.node == 0 {
		*l = newInstance(placeClass(pc))
	}
	c := nodes[l.node].class
	classes[c].adaptive = classes[c].adaptive || adaptive
	leave()
}

// Name makes the lock one of the class of that name.
//
//go:norace
func (l *Lock) Name(name string) {
	if off {
		return
	}
	enter()
	if c := nameClass(name, 0); l.instance == 0 {
		*l = newInstance(c)
	} else {
		l.node = classes[c].node // it may be held, by this instance
		noteInstance(c, l.instance)
	}
	leave()
}

// atLevel returns the identity of the lock in the subclass of that level, if its
// class has a name.
//
//go:norace
func (g *Goroutine) atLevel(l *Lock, level uint8) *Lock {
	enter()
	g.nested = *l
	if c := &classes[nodes[l.node].class]; c.name != "" {
		sub := nameClass(c.name, level)
		noteInstance(sub, l.instance)
		g.nested.node = classes[sub].node
	}
	leave()
	return &g.nested
}

// learn draws what follows from a chain that was not seen before: the one on
// the stack of g, whose last entry is the lock that is wanted. l is where the
// identity of that lock is kept.
//
//go:norace
func (g *Goroutine) learn(l *Lock, kind Kind, rw bool) {
	g.busy = true
	enter()
	var w work
	e := &g.held[g.n-1]
	if !l.current() {
		regain(l)
		e.lock = *l
		prev := uint64(0)
		if g.n > 1 {
			prev = g.held[g.n-2].key
		}
		e.key = chainKey(prev, *l, e.mode, e.level)
	}
	w.g, w.want, w.kind = g, e, kind
	w.orders()
	if rw && kind == Wait && e.mode == Exclusive {
		w.writer()
	}
	w.search()
	if kind == Wait {
		rememberChain(e.key)
	}
	leave()
	g.tell(w.reports)
}

// work is one run of the slow path.
type work struct {
	g       *Goroutine
	want    *Entry
	kind    Kind
	stack   *Stack // of the goroutine, once it was needed
	fresh   [maxHeld]edgeID
	n       int  // of fresh
	judged  bool // the goroutine holds the lock, and that has been judged
	reports *Report
	last    *Report
}

// orders adds the edges from each lock held to the one wanted.
//
//go:norace
func (w *work) orders() {
	g := w.g
	// Where instances are not handed out by the core it hears of them here.
	for i := 0; i < g.n; i++ {
		if l := g.held[i].lock; l.current() {
			noteInstance(nodes[l.node].class, l.instance)
		}
	}
	for i := 0; i < g.n-1; i++ {
		h := &g.held[i]
		if h.lock.instance == w.want.lock.instance {
			w.again(h)
			continue
		}
		if g.n > maxHeld || !h.lock.current() {
			continue
		}
		if h.lock.node == w.want.lock.node && !instancesLast {
			classes[nodes[h.lock.node].class].nested = true
		}
		if from, to := w.ends(h); from != 0 {
			if id := g.record(i, w.want, from, to, w.kind); id != 0 {
				edges[id].stack = w.traceOf(h.pc)
				w.fresh[w.n] = id
				w.n++
			}
		}
	}
}

// ends returns the nodes of the edge from the held lock to the one wanted, or
// 0 if there is to be none.
//
//go:norace
func (w *work) ends(h *Entry) (from, to nodeID) {
	from, to = h.lock.node, w.want.lock.node
	if nodes[from].handed || nodes[to].handed {
		return 0, 0
	}
	a, b := &classes[nodes[from].class], &classes[nodes[to].class]
	if a.weak || b.weak {
		return 0, 0
	}
	if w.want.level > h.level && a.name == "" && b.name == "" {
		return 0, 0 // by LockNested, below what is held
	}
	if from == to && !instancesLast || accepted(a.name, b.name) {
		return 0, 0
	}
	if from == to {
		return instanceNode(h.lock), instanceNode(w.want.lock)
	}
	return from, to
}
