// Package dynamic acquires locks through interfaces.
package dynamic

import "sync"

type locker interface {
	Lock()
	Unlock()
	TryLock() bool
}

type T struct {
	mu   sync.Mutex
	rw   sync.RWMutex
	to   sync.Locker // only ever to mu
	own  sync.Locker // made for this field
	any  sync.Locker
	read sync.Locker
	Any  sync.Locker
}

func New(l sync.Locker) *T {
	t := &T{own: new(sync.Mutex), any: l}
	t.to = &t.mu
	t.read = t.rw.RLocker()
	return t
}

func fields(t *T) {
	t.to.Lock()   // site known m/dynamic.T.mu
	t.own.Lock()  // site known m/dynamic.T.own
	t.any.Lock()  // site ambiguous
	t.Any.Lock()  // site ambiguous
	t.read.Lock() // calls sync/rwmutex.go known m/dynamic.T.rw
}

func locals(t *T) {
	var l sync.Locker = &t.mu
	l.Lock() // site known m/dynamic.T.mu
	var m locker
	m = &t.rw
	if m.TryLock() { // site known m/dynamic.T.rw
		m.Unlock()
	}
	t.rw.RLocker().Lock() // calls sync/rwmutex.go known m/dynamic.T.rw
	r := t.rw.RLocker()
	r.Lock()                  // calls sync/rwmutex.go known m/dynamic.T.rw
	sync.Locker(&t.mu).Lock() // site known m/dynamic.T.mu
}

// A logged lock writes down who has it.
type logged struct {
	sync.Mutex
	log []string
	a   int
	b   int
}

func (l *logged) Lock() {
	l.Mutex.Lock() // site caller #logged
	l.log = append(l.log, "locked")
}

func (l *logged) Unlock() { l.Mutex.Unlock() }

func newLock(log bool) sync.Locker {
	if log {
		return &logged{}
	}
	return new(sync.Mutex)
}

type quiet struct{}

func (quiet) Lock()   {}
func (quiet) Unlock() {}

type debug struct {
	mu    sync.Locker
	no    sync.Locker
	trace logged
}

func newDebug() *debug { return &debug{mu: newLock(true), no: quiet{}} }

func (d *debug) use() {
	d.mu.Lock() // site known m/dynamic.debug.mu; calls #logged known m/dynamic.debug.mu.Mutex
	d.no.Lock() // acquires nothing
	l := sync.Locker(&d.trace)
	l.Lock()                  // calls #logged known m/dynamic.debug.trace.Mutex
	withLock(&d.trace, nil)   // calls #with known m/dynamic.debug.trace.Mutex
	withLock(d.mu, nil)       // calls #with ambiguous
	withLock(promoted{}, nil) // calls #with known m/dynamic.promoted.Mutex
}

func either(d *debug, p *promoted, t *T) {
	var l sync.Locker = p
	if t != nil {
		l = &t.mu
	}
	l.Lock() // site ambiguous
	either := func() sync.Locker {
		if t == nil {
			return new(sync.Mutex)
		}
		return &t.mu
	}
	either().Lock() // site ambiguous
	maybe(t).Lock() // site ambiguous
}

func maybe(t *T) sync.Locker {
	if t == nil {
		return new(sync.Mutex)
	}
	return &t.mu
}

type promoted struct {
	*sync.Mutex
	n int
}

func withLock(l sync.Locker, f func()) {
	l.Lock() // site caller #with; calls #logged caller
	defer l.Unlock()
	f()
}

// A holder embeds the lock of what it stands for.
type holder struct {
	sync.Locker
	n int
}

func hold(p *promoted) *holder { return &holder{Locker: p} }

func (h *holder) use() {
	h.Lock() // site known m/dynamic.promoted.Mutex
}

var (
	global sync.Locker = new(sync.Mutex)
	second sync.Locker = &named
	third  sync.Locker
	named  sync.Mutex
)

func variables() {
	global.Lock() // site known m/dynamic.global
	second.Lock() // site known m/dynamic.named
	third.Lock()  // site ambiguous
}
