// Package faulty holds faults that must be found: trylocks in function
// literals, goroutines and range-over-func loops.
package faulty

import (
	"iter"
	"log"
	"sync"
)

// A goroutine releases in any case.

type indexer struct {
	mu   sync.Mutex
	docs map[string]int
}

func (x *indexer) addLater(id string) {
	go func() {
		if !x.mu.TryLock() { // want `indexer.mu is unlocked at closures.go:\d+ even if this attempt to lock it has failed`
			log.Print("indexer busy")
		}
		x.docs[id]++
		x.mu.Unlock()
	}()
}

// A literal kept in a variable ignores the result.

func (x *indexer) clear(ids []string) {
	drop := func(id string) {
		x.mu.TryLock() // want `the result is ignored that says whether indexer.mu is locked`
		delete(x.docs, id)
		x.mu.Unlock()
	}
	for _, id := range ids {
		drop(id)
	}
}

// The result is captured by the deferred literal, which does not ask for it.

func (x *indexer) count() (n int) {
	ok := x.mu.TryLock() // want `indexer.mu is unlocked at closures.go:\d+ even if this attempt to lock it has failed`
	defer func() {
		x.mu.Unlock()
		log.Printf("counted: %t", ok)
	}()
	if ok {
		n = len(x.docs)
	}
	return n
}

// The body of a range over a function.

type segment struct {
	mu   sync.Mutex
	live int
}

func sum(segs iter.Seq[*segment]) (n int) {
	for s := range segs {
		if !s.mu.TryLock() { // want `segment.mu is unlocked at closures.go:\d+ even if this attempt to lock it has failed`
			log.Print("segment busy")
		}
		n += s.live
		s.mu.Unlock()
	}
	return n
}

// A literal polls.

func (s *segment) grow(n int) {
	lock := func() {
		for !s.mu.TryLock() { // want `segment.mu is tried again and again with nothing in between`
		}
	}
	lock()
	s.live += n
	s.mu.Unlock()
}
