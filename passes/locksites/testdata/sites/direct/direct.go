// Package direct acquires locks by their own methods.
package direct

import "sync"

type T struct {
	mu     sync.Mutex
	rw     sync.RWMutex
	shards [4]sync.Mutex
	byName map[string]*sync.RWMutex
	list   []struct{ mu sync.Mutex }
	next   *T
	state  struct {
		sync.Mutex
		n int
	}
}

var (
	global sync.Mutex
	table  = map[string]*sync.Mutex{}
	anon   struct {
		sync.RWMutex
		n int
	}
)

func fields(t *T) {
	t.mu.Lock()               // site known m/direct.T.mu
	t.rw.RLock()              // site known m/direct.T.rw
	t.next.next.mu.Lock()     // site known m/direct.T.mu
	t.shards[1].Lock()        // site known m/direct.T.shards[]
	t.byName["x"].RLock()     // site known m/direct.T.byName[]
	t.list[0].mu.Lock()       // site known m/direct.T.list[].mu
	t.state.Lock()            // site known m/direct.T.state.Mutex
	(&t.mu).Lock()            // site known m/direct.T.mu
	(*sync.Mutex).Lock(&t.mu) // site known m/direct.T.mu
	if t.mu.TryLock() {       // site known m/direct.T.mu
		t.mu.Unlock()
	}
	for !t.rw.TryRLock() { // site known m/direct.T.rw
	}
	func() {
		t.mu.Lock() // site known m/direct.T.mu
	}()
	go func() {
		t.mu.Lock() // site known m/direct.T.mu
	}()
	defer t.mu.Unlock()
}

func variables() {
	global.Lock()     // site known m/direct.global
	table["x"].Lock() // site known m/direct.table[]
	anon.RLock()      // site known m/direct.anon.RWMutex
	anon.Lock()       // site known m/direct.anon.RWMutex
}

type embedded struct {
	sync.Mutex
	n int
}

type deeper struct {
	*embedded
	m map[string]embedded
}

func promoted(e *embedded, d deeper) {
	e.Lock()            // site known m/direct.embedded.Mutex
	d.Lock()            // site known m/direct.embedded.Mutex
	d.embedded.Lock()   // site known m/direct.embedded.Mutex
	(*embedded).Lock(e) // site known m/direct.embedded.Mutex
	lock := e.Lock      // a method value: who calls it is not followed
	lock()
}

type list[E any] struct {
	mu   sync.Mutex
	rest *list[E]
	x, y E
	z    int
}

func (l *list[E]) grow() {
	l.mu.Lock()      // site known m/direct.list.mu
	l.rest.mu.Lock() // site known m/direct.list.mu
}

func instance(l *list[int]) {
	l.mu.Lock() // site known m/direct.list.mu
}

type base struct{ mu sync.Mutex }

type outer base // the fields of a type that another is made of are its own

func renamed(o *outer, b *base) {
	o.mu.Lock() // site known m/direct.outer.mu
	b.mu.Lock() // site known m/direct.base.mu
}

func several(a, b *T) bool {
	return a.mu.TryLock() && b.mu.TryLock() || // site known m/direct.T.mu
		a.mu.TryLock() && a.rw.TryLock() // site ambiguous
}

type alias = T

func aliased(a *alias) {
	a.mu.Lock() // site known m/direct.T.mu
}

func started(t *T) {
	go t.mu.Lock() // no frame of this function is there when it runs
}

func initialised() bool {
	global.Lock() // site known m/direct.global
	return true
}

var _ = func() bool {
	global.Lock() // site known m/direct.global
	return initialised()
}()

func sequence(t *T) func(func(int) bool) {
	return func(yield func(int) bool) {
		t.mu.Lock() // site known m/direct.T.mu
		yield(1)
	}
}

func ranges(t *T) {
	for range sequence(t) {
		t.mu.Lock() // site known m/direct.T.mu
	}
}

func external() // no body
