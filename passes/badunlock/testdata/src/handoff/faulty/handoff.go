// Package faulty holds locks that are handed to a goroutine and released by the
// function as well.
package faulty

import "sync"

type index struct {
	mu   sync.Mutex
	docs []string
}

// The goroutine unlocks twice.

func (x *index) rebuild(load func() []string) {
	x.mu.Lock()
	go func() {
		defer x.mu.Unlock()
		docs := load()
		if len(docs) == 0 {
			x.mu.Unlock() // want `^index.mu is unlocked twice: here and again by the deferred call at handoff.go:17$`
			return
		}
		x.docs = docs
	}()
}

// The function releases before it hands over, and afterwards.

func (x *index) clear(notify func()) {
	x.mu.Lock()
	x.docs = nil
	x.mu.Unlock()
	go notify()
	x.mu.Unlock() // want `^index.mu is unlocked twice: it was unlocked at handoff.go:32 and is not held$`
}

// The goroutine gives the lock back itself.

func count(x *index, done chan<- int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	done <- len(x.docs)
}

func (x *index) size() int {
	done := make(chan int, 1)
	x.mu.Lock()
	go count(x, done)
	x.mu.Unlock()
	n := <-done
	x.mu.Unlock() // want `^index.mu is unlocked twice: it was unlocked at handoff.go:49 and is not held$`
	return n
}
