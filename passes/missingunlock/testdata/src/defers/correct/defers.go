// Package correct holds deferred calls that release what is held.
package correct

import (
	"errors"
	"sync"
)

var errShort = errors.New("short input")

type ring struct {
	mu   sync.Mutex
	data []byte
	mark int
	n    int
}

// The first return comes before the lock.
func (r *ring) put(p []byte) error {
	if len(p) == 0 {
		return errShort
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.data = append(r.data, p...)
	return nil
}

// The deferred function releases after an error, the function otherwise.
func (r *ring) seek(n int) (err error) {
	r.mu.Lock()
	defer func() {
		if err != nil {
			r.mark = 0
			r.mu.Unlock()
		}
	}()
	if n > len(r.data) {
		return errShort
	}
	r.mark = n
	r.mu.Unlock()
	return nil
}

// The lock and its defer stand in one branch.
func (r *ring) read(n int, shared bool) []byte {
	if shared {
		r.mu.Lock()
		defer r.mu.Unlock()
	}
	if n > len(r.data) {
		return r.data
	}
	return r.data[:n]
}

// The outermost call of the recursion locks.
func (r *ring) walk(depth int, top bool) int {
	if top {
		r.mu.Lock()
		defer r.mu.Unlock()
	}
	if depth == 0 {
		return r.n
	}
	r.n++
	return r.walk(depth-1, false)
}

// A section in the middle runs without the lock, and gets it back by a defer.
func (r *ring) flush(write func([]byte) error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.data) > 0 {
		p := r.data
		err := func() error {
			r.mu.Unlock()
			defer r.mu.Lock()
			return write(p)
		}()
		if err != nil {
			return err
		}
		r.data = r.data[len(p):]
	}
	return nil
}

// A deferred method releases.
func (r *ring) done() {
	r.n++
	r.mu.Unlock()
}

func (r *ring) grow(n int) []byte {
	r.mu.Lock()
	defer r.done()
	if n == 0 {
		return nil
	}
	r.data = append(r.data, make([]byte, n)...)
	return r.data
}

// Two locks, and the deferred calls in the other order.

type pair struct {
	left, right sync.Mutex
	n           int
}

func (p *pair) move(n int) int {
	p.left.Lock()
	defer p.left.Unlock()
	p.right.Lock()
	defer p.right.Unlock()
	if n == 0 {
		return p.n
	}
	p.n += n
	return n
}
