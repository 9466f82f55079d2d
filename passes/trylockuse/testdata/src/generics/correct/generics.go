// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: trylocks in generic types and functions.
package correct

import "sync"

// A box that is busy keeps its value.

type box[T any] struct {
	mu sync.Mutex
	v  T
}

func (b *box[T]) set(v T) bool {
	if !b.mu.TryLock() {
		return false
	}
	defer b.mu.Unlock()
	b.v = v
	return true
}

// Two boxes of one type are two locks.

func exchange[T any](a, b *box[T]) bool {
	if a == b {
		return true
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if !b.mu.TryLock() {
		return false
	}
	defer b.mu.Unlock()
	a.v, b.v = b.v, a.v
	return true
}

func fill(x, y *box[int], s *box[string]) {
	if x.set(1) && s.set("one") {
		exchange(x, y)
	}
}

// The function that is run with the lock held comes from the caller.

func (b *box[T]) with(f func(*T)) bool {
	if !b.mu.TryLock() {
		return false
	}
	defer b.mu.Unlock()
	f(&b.v)
	return true
}

func (b *box[T]) clear() bool {
	return b.with(func(v *T) {
		var zero T
		*v = zero
	})
}
