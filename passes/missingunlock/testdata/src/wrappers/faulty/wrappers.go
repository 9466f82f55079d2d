// Package faulty holds lock types, embedded locks and generic types whose lock
// is forgotten.
package faulty

import (
	"errors"
	"sync"
)

var errTaken = errors.New("taken")

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

func (f *folder) set(state string) bool {
	f.mut.Lock()
	if state == f.state {
		f.mut.Unlock()
		return false
	}
	if state == "" {
		return false // want `^folder.mut is not unlocked on this path: locked at wrappers.go:27$`
	}
	f.state = state
	f.mut.Unlock()
	return true
}

// An embedded lock.

type routes struct {
	sync.Mutex
	m map[string]string
}

func (r *routes) add(from, to string) error {
	r.Lock()
	if _, ok := r.m[from]; ok {
		return errTaken // want `^routes.Mutex is not unlocked on this path: locked at wrappers.go:48$`
	}
	r.m[from] = to
	r.Unlock()
	return nil
}

// A generic cache.

type cache[K comparable, V any] struct {
	mu sync.Mutex
	m  map[K]V
}

func (c *cache[K, V]) get(k K, load func(K) (V, error)) (V, error) {
	c.mu.Lock()
	if v, ok := c.m[k]; ok {
		c.mu.Unlock()
		return v, nil
	}
	v, err := load(k)
	if err != nil {
		return v, err // want `^cache.mu is not unlocked on this path: locked at wrappers.go:65$`
	}
	c.m[k] = v
	c.mu.Unlock()
	return v, nil
}

// A lock of the package's own, around that of sync.

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

func (l *ledger) post(name string, n int) bool {
	l.lock.Lock()
	if n == 0 {
		return false // want `^ledger.lock.mu is not unlocked on this path: locked at wrappers.go:86 \(called from wrappers.go:95\)$`
	}
	l.sums[name] += n
	l.lock.Unlock()
	return true
}

// A locker that is a parameter.

func update(l sync.Locker, n *int, limit int) bool {
	l.Lock()
	if *n >= limit {
		return false // want `^sync.Locker is not unlocked on this path: locked at wrappers.go:107$`
	}
	*n++
	l.Unlock()
	return true
}
