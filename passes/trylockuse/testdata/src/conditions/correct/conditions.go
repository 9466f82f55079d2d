// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: results of trylocks that are combined with other
// conditions.
package correct

import "sync"

type buffer struct {
	mu   sync.Mutex
	data []byte
}

// And: the body runs with the lock only, and where it was got in vain it is
// released.

func (b *buffer) trim(full bool) {
	if full && b.mu.TryLock() {
		b.data = b.data[:0]
		b.mu.Unlock()
	}
}

func (b *buffer) trimIfLong(n int) {
	if got := b.mu.TryLock(); got && len(b.data) > n {
		b.data = b.data[:n]
		b.mu.Unlock()
	} else if got {
		b.mu.Unlock()
	}
}

// Forced, it waits; the release is needed either way.

func (b *buffer) drain(force bool) bool {
	if force {
		b.mu.Lock()
	} else if !b.mu.TryLock() {
		return false
	}
	b.data = nil
	b.mu.Unlock()
	return true
}

// A comparison with a constant, a switch, and a variable in between.

func (b *buffer) grow(n int) {
	if b.mu.TryLock() == false {
		return
	}
	b.data = append(b.data, make([]byte, n)...)
	b.mu.Unlock()
}

func (b *buffer) head() byte {
	switch b.mu.TryLock() {
	case false:
		return 0
	}
	defer b.mu.Unlock()
	return b.data[0]
}

func (b *buffer) tail() (c byte) {
	busy := !b.mu.TryLock()
	if busy {
		return 0
	}
	c = b.data[len(b.data)-1]
	b.mu.Unlock()
	return c
}

// Both or none.

type pair struct {
	in, out sync.Mutex
	n       int
}

func (p *pair) shift() bool {
	a := p.in.TryLock()
	b := a && p.out.TryLock()
	if b {
		p.n++
		p.out.Unlock()
	}
	if a {
		p.in.Unlock()
	}
	return b
}

// The result is the function's, under a name.

func (p *pair) enter() (ok bool) {
	ok = p.in.TryLock()
	return
}

func (p *pair) leave() { p.in.Unlock() }

func (p *pair) count() int {
	if !p.enter() {
		return -1
	}
	defer p.leave()
	return p.n
}

// The second attempt replaces the first, and is made only if that failed.

func (b *buffer) twice(wait func()) bool {
	ok := b.mu.TryLock()
	if !ok {
		wait()
		ok = b.mu.TryLock()
	}
	if ok {
		b.data = nil
		b.mu.Unlock()
	}
	return ok
}
