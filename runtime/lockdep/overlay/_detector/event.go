package testdeps

import "unsafe"

// The operations that the hook is told of; see package overlay.
const (
	lockdepWant = iota
	lockdepGot
	lockdepTried
	lockdepFailed
	lockdepRelease
	lockdepSpin   // want, but for a bounded time
	lockdepGaveUp // what was wanted or spun for
	lockdepTrying // an attempt begins, of a lock that has others inside

	// lockdepOwn marks the events of a lock that has locks of package sync
	// inside: adaptive.Mutex, which tells them itself. Between the first and the
	// last event of an acquisition the detector looks away.
	lockdepOwn = 1 << 6
)

// lockdepEvent is called by every operation on a Mutex or RWMutex. It is one
// function where it can be: the compiler inlines none that is hidden from the
// race detector. Checks of pointers, which come with the race detector, would
// cost as much as all the rest.
//
//go:norace
//go:nocheckptr
func lockdepEvent(l unsafe.Pointer, op int, pc uintptr) {
	slot := lockdepG()
	if off || slot == nil {
		return
	}
	if *slot == nil {
		*slot = unsafe.Pointer(lockdepNewRecord())
	}
	g := (*Goroutine)(*slot)
	if op >= lockdepOwn {
		lockdepOwnEvent((*lockdepRecord)(*slot), l, op&^lockdepOwn, pc)
		return
	}
	if g.busy {
		return
	}
	event := op & 15
	if event == lockdepGot {
		if g.itself != nil || g.n == 0 {
			g.Acquired()
		} else {
			g.held[g.n-1].waiting = false
		}
		return
	}
	mode, rw := Exclusive, op>>4 != 0
	if op>>4 == 2 {
		mode = Shared
	}
	lock := Lock{instance: uint32(uint64(uintptr(l))*keyFactor>>32) | 1} // lockdepInstance, inlined
	if event == lockdepRelease {
		g.Release(&lock, mode, pc)
		return
	}
	if p := lockdepPlaceCache[uint64(pc)*keyFactor>>52]; p != nil && p.pc == pc && p.node != 0 {
		lock.node = p.node
	} else {
		lock.node, pc = lockdepNode(g, pc)
	}
	switch event {
	case lockdepWant:
		g.Want(&lock, pc, mode, rw, 0)
	case lockdepTried:
		g.Tried(&lock, pc, mode)
	case lockdepFailed:
		g.Failed(&lock, pc, mode)
	}
}

// lockdepInstance is the identity of a lock within its class, which is that of
// the place: its address. That says nothing once the lock is gone, so what is
// remembered of instances is used only where a wrong match makes the checker
// silent.
//
//go:norace
func lockdepInstance(l unsafe.Pointer) uint32 {
	return uint32(uint64(uintptr(l))*keyFactor>>32) | 1
}

// lockdepOwnEvent is lockdepEvent for locks that tell their events themselves.
// One that is acquired while another acquires is inside of that, too.
//
//go:norace
//go:nocheckptr
func lockdepOwnEvent(r *lockdepRecord, l unsafe.Pointer, event int, pc uintptr) {
	g := &r.Goroutine
	begins := event == lockdepWant || event == lockdepSpin || event == lockdepTrying
	if begins {
		r.inside++
	} else {
		r.inside--
	}
	if r.inside > 1 || r.inside == 1 && !begins {
		return
	}
	g.busy = false
	lock := Lock{instance: lockdepInstance(l)}
	if pc != 0 {
		lock.node, pc = lockdepNode(g, pc)
		lock.Adopt(pc, true)
	}
	switch event {
	case lockdepWant:
		g.Want(&lock, pc, Exclusive, false, 0)
	case lockdepSpin:
		g.WantSpin(&lock, pc)
	case lockdepGot:
		g.Acquired()
	case lockdepGaveUp:
		g.GaveUp(&g.held[g.n-1])
	case lockdepTried:
		g.Tried(&lock, pc, Exclusive)
	case lockdepFailed:
		g.Failed(&lock, pc, Exclusive)
	}
	g.busy = begins
}

// The caches of nodes by place. They are read without the lock; what they point
// to does not change. On some machines its fields may be seen later than the
// pointer, as zero: then it is not used.
const lockdepPlaces = 1 << 12

var (
	lockdepPlaceCache [lockdepPlaces]*lockdepPlace
	lockdepChainCache [lockdepPlaces]*lockdepChain
)

type lockdepPlace struct {
	pc    uintptr
	node  nodeID  // 0: the callers decide, too
	place uintptr // as below
}

// A lockdepChain is a place where the lock is the caller's, with the callers.
type lockdepChain struct {
	pcs   [lockdepDepth]uintptr
	node  nodeID
	place uintptr // the frame that names the lock; see lockdepResolve
}

// lockdepDepth is how many physical frames may decide about a class.
const lockdepDepth = 5

// lockdepNode returns the node of the locks acquired at pc, and where they are named:
// see lockdepResolve.
//
//go:norace
func lockdepNode(g *Goroutine, pc uintptr) (n nodeID, place uintptr) {
	cached := &lockdepPlaceCache[uint64(pc)*keyFactor>>52]
	p := *cached
	if p == nil || p.pc != pc || p.place == 0 {
		p = lockdepResolvePlace(g, pc)
		*cached = p
	}
	if p.node != 0 {
		return p.node, p.place
	}
	var pcs [lockdepDepth]uintptr
	count := lockdepCallers(pc, pcs[:])
	h := uint64(0)
	for i := 0; i < count; i++ {
		h = (h ^ uint64(pcs[i])) * keyFactor
	}
	atChain := &lockdepChainCache[h>>52]
	c := *atChain
	if c == nil || c.pcs != pcs || c.node == 0 || c.place == 0 {
		c = lockdepResolveChain(g, pcs, count)
		*atChain = c
	}
	return c.node, c.place
}
