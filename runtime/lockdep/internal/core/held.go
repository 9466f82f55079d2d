package core

// A Mode says how a lock is held or wanted.
type Mode uint8

const (
	Exclusive Mode = iota
	Shared
)

// A Kind says how the second lock of an edge is taken. The order is that of
// the search: a cycle is as bad as its last kind, and earlier ones are worse.
type Kind uint8

const (
	Wait Kind = iota // Lock, RLock: waits
	Poll             // a trylock that is repeated until it succeeds
	Spin             // a trylock that waits for a bounded time and gives up
	kinds
)

// A Lock is the identity of one lock: an instance, which no other lock has or
// had, and the node that stands for it in the graph. A front end whose locks
// have room for it keeps it there, where it dies with the lock; zero is a lock
// that was not acquired yet.
type Lock struct {
	instance uint32
	node     nodeID
}

// word is the identity as one number, for keys.
//
//go:norace
func (l Lock) word() uint64 { return uint64(l.instance)<<32 | uint64(l.node) }

// An Entry is a lock that a goroutine holds, or waits for.
type Entry struct {
	lock    Lock
	key     uint64 // of the chain that ends here
	pc      uintptr
	level   uint8
	mode    Mode
	waiting bool // not acquired yet; only ever the last entry
}

// Got notes that the lock has been acquired.
//
//go:norace
func (e *Entry) Got() { e.waiting = false }

// Acquired is Got for a front end that can take back a report. A goroutine that
// has waited for a lock that it held itself, and has acquired it, was wrong to be
// reported: another one has released the lock.
//
//go:norace
func (g *Goroutine) Acquired() {
	if g.n > 0 {
		g.held[g.n-1].waiting = false
	}
	if g.itself != nil {
		g.itself.Mistaken = true
		g.itself = nil
	}
}

// A Goroutine is what one goroutine holds. Only that goroutine changes it,
// except for pending, which others set under the lock of the core.
type Goroutine struct {
	n       int     // of held that are in use
	held    []Entry // in order of acquisition
	busy    bool    // in the core or in a report: what happens now is not looked at
	pending bool    // others have released what it holds

	// The last run of failed attempts.
	failed      uint32 // instance
	failedKey   uint64
	failedTimes uint32
	failedPC    uintptr

	next   *Goroutine // all of them
	nested Lock       // of the last LockNested
	itself *Report    // that it waits for a lock that it holds
	idle   Entry      // stands for what is not looked at
	first  [4]Entry   // room that held starts with
}

// maxHeld is how many locks a goroutine may hold for one more to make edges.
// Beyond it the other locks held, which could be gates, are no longer listed.
const maxHeld = 48

var goroutines *Goroutine

// NewGoroutine makes a record. The front end keeps it by goroutine, and may
// give it to another one once its own has ended and [Goroutine.Exit] was
// called.
//
//go:norace
func NewGoroutine() *Goroutine {
	g := new(Goroutine)
	g.init()
	return g
}

//go:norace
func (g *Goroutine) init() {
	g.held = g.first[:]
	enter()
	g.next = goroutines
	goroutines = g
	leave()
}

// top is the key that the next chain starts from.
//
//go:norace
func (g *Goroutine) top() uint64 {
	if g.n == 0 {
		return 0
	}
	return g.held[g.n-1].key
}

// push adds an entry, growing the stack if it must.
//
//go:norace
func (g *Goroutine) push(l Lock, key uint64, pc uintptr, mode Mode, level uint8) *Entry {
	if g.n == len(g.held) {
		g.grow()
	}
	e := &g.held[g.n]
	*e = Entry{lock: l, key: key, pc: pc, level: level, mode: mode}
	g.n++
	return e
}

//go:norace
func (g *Goroutine) grow() {
	more := make([]Entry, 2*len(g.held))
	enter() // others look for owners under the lock
	for i := range g.held {
		more[i] = g.held[i]
	}
	g.held = more
	leave()
}

// remove takes out entry i. The keys above it change, since each names what
// is below.
//
//go:norace
func (g *Goroutine) remove(i int) {
	g.n--
	key := uint64(0)
	if i > 0 {
		key = g.held[i-1].key
	}
	for ; i < g.n; i++ {
		e := &g.held[i]
		*e = g.held[i+1]
		key = chainKey(key, e.lock, e.mode, e.level)
		e.key = key
	}
}

// find returns the last entry for the lock that is held, or -1.
//
//go:norace
func (g *Goroutine) find(instance uint32) int {
	for i := g.n - 1; i >= 0; i-- {
		if e := &g.held[i]; e.lock.instance == instance && !e.waiting {
			return i
		}
	}
	return -1
}
