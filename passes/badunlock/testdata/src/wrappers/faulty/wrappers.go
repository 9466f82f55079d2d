// Package faulty holds lock types, embedded locks and generic types that are
// unlocked once too often.
package faulty

import "sync"

// A mutex that is an interface.

type Mutex interface {
	Lock()
	Unlock()
}

type folder struct {
	mut   Mutex
	state string
}

func newFolder() *folder { return &folder{mut: new(sync.Mutex)} }

func (f *folder) set(state string) {
	f.mut.Lock()
	if f.state == state {
		f.mut.Unlock()
	} else {
		f.state = state
	}
	f.mut.Unlock() // want `^folder.mut is unlocked twice: it was unlocked at wrappers.go:24 and is not held$`
}

// The promoted method and the field's name the same lock.

type routes struct {
	sync.Mutex
	m map[string]string
}

func (r *routes) add(from, to string) {
	r.Lock()
	defer r.Unlock()
	if r.m[from] != "" {
		r.Mutex.Unlock() // want `^routes.Mutex is unlocked twice: here and again by the deferred call at wrappers.go:40$`
		return
	}
	r.m[from] = to
}

// A generic cache.

type cache[K comparable, V any] struct {
	mu sync.Mutex
	m  map[K]V
}

func (c *cache[K, V]) get(k K, load func(K) V) V {
	c.mu.Lock()
	v, ok := c.m[k]
	if ok {
		c.mu.Unlock()
	} else {
		v = load(k)
		c.m[k] = v
	}
	c.mu.Unlock() // want `^cache.mu is unlocked twice: it was unlocked at wrappers.go:59 and is not held$`
	return v
}

// A lock of the package's own.

type counted struct {
	mu sync.Mutex
	n  int
}

func (c *counted) Lock()   { c.mu.Lock(); c.n++ }
func (c *counted) Unlock() { c.mu.Unlock() }

type ledger struct {
	lock counted
	sums map[string]int
}

func (l *ledger) post(name string, n int) {
	l.lock.Lock()
	if n == 0 {
		l.lock.Unlock()
	}
	l.sums[name] += n
	l.lock.Unlock() // want `^ledger.lock.mu is unlocked twice: it was unlocked at wrappers.go:86 and is not held$`
}

// A locker that is a parameter.

func update(l sync.Locker, n *int) {
	l.Lock()
	if *n > 0 {
		l.Unlock()
	}
	*n++
	l.Unlock() // want `^sync.Locker is unlocked twice: it was unlocked at wrappers.go:97 and is not held$`
}
