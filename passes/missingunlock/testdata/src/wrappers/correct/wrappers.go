// Package correct holds lock types, embedded locks and generic types that are
// used as they should.
package correct

import (
	"errors"
	"sync"
)

var errTaken = errors.New("taken")

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
	defer f.mut.Unlock()
	if state == "" {
		return false
	}
	f.state = state
	return true
}

// Locking may be switched off.

type nop struct{}

func (nop) Lock()   {}
func (nop) Unlock() {}

func newPrivateFolder() *folder { return &folder{mut: nop{}} }

type routes struct {
	sync.Mutex
	m map[string]string
}

// The promoted methods and the field's name the same lock.
func (r *routes) add(from, to string) error {
	r.Lock()
	if _, ok := r.m[from]; ok {
		r.Mutex.Unlock()
		return errTaken
	}
	r.m[from] = to
	r.Unlock()
	return nil
}

// Two embedded locks, one in the other's holder.

type network struct {
	sync.Mutex
	routes routes
}

func (n *network) reset() {
	n.Lock()
	n.routes.Lock()
	clear(n.routes.m)
	n.routes.Unlock()
	n.Unlock()
}

type guarded[T any] struct {
	mu sync.Mutex
	v  T
}

func (g *guarded[T]) do(f func(*T) error) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return f(&g.v)
}

// The lock prints what happens to it.

type traced struct {
	inner Mutex
	trace func(string)
}

func (t *traced) Lock() {
	t.trace("lock")
	t.inner.Lock()
}

func (t *traced) Unlock() {
	t.inner.Unlock()
	t.trace("unlock")
}

func newTracedFolder(trace func(string)) *folder {
	return &folder{mut: &traced{new(sync.Mutex), trace}}
}

// A locker is released between two looks at a condition.
func await(l sync.Locker, ready func() bool, pause func()) {
	l.Lock()
	for !ready() {
		l.Unlock()
		pause()
		l.Lock()
	}
	l.Unlock()
}
