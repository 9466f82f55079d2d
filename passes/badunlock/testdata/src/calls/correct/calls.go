// Package correct holds functions that release their caller's lock, and callers
// that know it.
package correct

import (
	"errors"
	"sync"
)

var errGone = errors.New("gone")

type job struct {
	mu    sync.Mutex
	state int
	err   error
}

// fail is called with j.mu held and releases it.
func (j *job) fail(err error) {
	j.err = err
	j.mu.Unlock()
}

func (j *job) step(check func() error) {
	j.mu.Lock()
	if err := check(); err != nil {
		j.fail(err)
		return
	}
	j.state++
	j.mu.Unlock()
}

type replica struct {
	mu      sync.Mutex
	applied int
	pull    func(int) (int, error)
}

// fetch drops the caller's lock and takes it again on each path.
func (r *replica) fetch() error {
	from := r.applied
	r.mu.Unlock()
	n, err := r.pull(from)
	r.mu.Lock()
	if err != nil {
		return err
	}
	r.applied = from + n
	return nil
}

func (r *replica) catchUp() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.fetch()
}

// consume releases the lock if it returns true.
func (r *replica) consume(n int) bool {
	if r.applied < n {
		return false
	}
	r.applied -= n
	r.mu.Unlock()
	return true
}

func (r *replica) take(n int) {
	r.mu.Lock()
	if r.consume(n) {
		return
	}
	r.mu.Unlock()
}

type gate struct {
	mu     sync.Mutex
	closed bool
	n      int
}

func (g *gate) acquire() error {
	g.mu.Lock()
	if g.closed {
		g.mu.Unlock()
		return errGone
	}
	return nil
}

func (g *gate) release() { g.mu.Unlock() }

func (g *gate) pass() error {
	if err := g.acquire(); err != nil {
		return err
	}
	g.n++
	g.release()
	return nil
}

// Functions that only release: whoever calls them locked.

func (g *gate) Unlock() { g.mu.Unlock() }
func leave(g *gate)     { g.mu.Unlock() }
func leaveAll(gs ...*gate) {
	for _, g := range gs {
		g.mu.Unlock()
	}
}

// The caller of visit holds the lock, which is dropped for the callback.
func (g *gate) visit(f func()) {
	g.mu.Unlock()
	defer g.mu.Lock()
	f()
}
