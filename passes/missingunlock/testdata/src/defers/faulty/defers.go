// Package faulty holds deferred calls that come too late, or release on some
// paths only.
package faulty

import (
	"errors"
	"sync"
)

var errShort = errors.New("short input")

// The defer stands below the first return.

type ring struct {
	mu   sync.Mutex
	data []byte
	mark int
}

func (r *ring) put(p []byte) error {
	r.mu.Lock()
	if len(p) == 0 {
		return errShort // want `^ring.mu is not unlocked on this path: locked at defers.go:21$`
	}
	defer r.mu.Unlock()
	r.data = append(r.data, p...)
	return nil
}

// The deferred function releases after an error only.

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
	return nil // want `^ring.mu is not unlocked on this path: locked at defers.go:33$`
}

func (r *ring) rewind() error { return r.seek(0) }

// The defer stands in a branch.

func (r *ring) read(n int, wait bool) []byte {
	r.mu.Lock()
	if !wait {
		defer r.mu.Unlock()
	}
	if n > len(r.data) {
		n = len(r.data)
	}
	return r.data[:n] // want `^ring.mu is not unlocked on this path: locked at defers.go:52$`
}

// The deferred call releases the other lock.

type pair struct {
	left, right sync.Mutex
	n           int
}

func (p *pair) move(n int) int {
	p.left.Lock()
	p.right.Lock()
	defer p.left.Unlock()
	if n == 0 {
		return p.n // want `^pair.right is not unlocked on this path: locked at defers.go:71$`
	}
	p.n += n
	p.right.Unlock()
	return n
}
