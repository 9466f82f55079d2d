// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: trylocks in function literals, goroutines and
// range-over-func loops.
package correct

import (
	"iter"
	"log"
	"sync"
)

// The goroutine gives up.

type indexer struct {
	mu   sync.Mutex
	docs map[string]int
}

func (x *indexer) addLater(id string) {
	go func() {
		if !x.mu.TryLock() {
			log.Print("indexer busy")
			return
		}
		defer x.mu.Unlock()
		x.docs[id]++
	}()
}

// The lock is tried here and released by the goroutine that is started only on
// success.

func (x *indexer) rebuild() bool {
	if !x.mu.TryLock() {
		return false
	}
	go func() {
		defer x.mu.Unlock()
		clear(x.docs)
	}()
	return true
}

// The deferred literal asks for the captured result.

func (x *indexer) each(f func(locked bool)) {
	ok := x.mu.TryLock()
	defer func() {
		if ok {
			x.mu.Unlock()
		}
	}()
	f(ok)
}

// The result is changed by the literal that takes the lock after all.

func (x *indexer) insist(id string, wait bool) {
	got := x.mu.TryLock()
	ensure := func() {
		if !got && wait {
			x.mu.Lock()
			got = true
		}
	}
	ensure()
	if got {
		x.docs[id]++
		x.mu.Unlock()
	}
}

// The release function comes with the success, and nil with the failure.

func (x *indexer) try() (release func()) {
	if !x.mu.TryLock() {
		return nil
	}
	return x.mu.Unlock
}

func (x *indexer) drop(id string) {
	if release := x.try(); release != nil {
		defer release()
		delete(x.docs, id)
	}
}

// A busy segment is skipped, in the body of a range over a function.

type segment struct {
	mu   sync.Mutex
	live int
}

func sum(segs iter.Seq[*segment]) (n int) {
	for s := range segs {
		if !s.mu.TryLock() {
			continue
		}
		n += s.live
		s.mu.Unlock()
	}
	return n
}

// The first that is free ends the loop.

func first(segs iter.Seq[*segment]) *segment {
	for s := range segs {
		if s.mu.TryLock() {
			return s
		}
	}
	return nil
}

func touch(segs iter.Seq[*segment]) {
	if s := first(segs); s != nil {
		s.live++
		s.mu.Unlock()
	}
}
