// Package faulty holds faults that must be found: results of trylocks that are
// combined with other conditions.
package faulty

import "sync"

// Or: the body runs without the lock as well.

type buffer struct {
	mu   sync.Mutex
	data []byte
}

func (b *buffer) trim(force bool) {
	if b.mu.TryLock() || force { // want `buffer.mu is unlocked at conditions.go:\d+ even if this attempt to lock it has failed`
		b.data = b.data[:0]
		b.mu.Unlock()
	}
}

// A comparison that says the opposite of what was meant.

func (b *buffer) grow(n int) {
	if b.mu.TryLock() != true { // want `buffer.mu is unlocked at conditions.go:\d+ even if this attempt to lock it has failed`
		b.data = append(b.data, make([]byte, n)...)
		b.mu.Unlock()
	}
}

// One lock's result stands for another's.

type pair struct {
	in, out sync.Mutex
	n       int
}

func (p *pair) shift() {
	a := p.in.TryLock()
	b := p.out.TryLock() // want `pair.out is unlocked at conditions.go:\d+ even if this attempt to lock it has failed`
	if a {
		p.n++
		p.in.Unlock()
		p.out.Unlock()
	} else if b {
		p.out.Unlock()
	}
}

// The result is overwritten before it is asked for.

func (b *buffer) retry() {
	ok := b.mu.TryLock() // want `the result is ignored that says whether buffer.mu is locked`
	ok = len(b.data) > 0
	if ok {
		b.data = b.data[1:]
		b.mu.Unlock()
	}
}
