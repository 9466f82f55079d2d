// Package faulty holds faults that must be found: trylocks in generic types and
// functions.
package faulty

import (
	"log"
	"sync"
)

// A generic box releases in any case.

type box[T any] struct {
	mu sync.Mutex
	v  T
}

func (b *box[T]) set(v T) {
	if !b.mu.TryLock() { // want `box.mu is unlocked at generics.go:\d+ even if this attempt to lock it has failed`
		log.Print("box busy")
	}
	b.v = v
	b.mu.Unlock()
}

func (b *box[T]) get() T {
	b.mu.TryLock() // want `the result is ignored that says whether box.mu is locked`
	defer b.mu.Unlock()
	return b.v
}

func fill(ints *box[int], names *box[string]) {
	ints.set(1)
	names.set("one")
	_, _ = ints.get(), names.get()
}

// A method tries the lock that its caller holds.

type multimap[K comparable, V any] struct {
	mu sync.Mutex
	m  map[K][]V
}

func (m *multimap[K, V]) compact(k K) {
	if m.mu.TryLock() {
		m.m[k] = m.m[k][:len(m.m[k]):len(m.m[k])]
		m.mu.Unlock()
	}
}

func (m *multimap[K, V]) add(k K, v V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.m[k] = append(m.m[k], v)
	m.compact(k) // want `multimap.mu is tried by a goroutine that holds it, which always fails:`
}
