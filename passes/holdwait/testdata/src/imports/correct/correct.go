// Package correct holds an import's locks while it waits for those that need no
// lock, or may need none.
package correct

import (
	"sync"

	"imports/guard"
)

type books struct {
	ledger guard.Ledger
	in     chan int
}

func newBooks() *books {
	b := &books{in: make(chan int)}
	go b.run()
	return b
}

func (b *books) run() {
	for n := range b.in {
		b.ledger.Mu.Lock()
		b.ledger.Sum += n
		b.ledger.Mu.Unlock()
	}
}

func (b *books) put(n int) {
	b.ledger.Mu.Lock()
	b.ledger.Sum--
	b.ledger.Mu.Unlock()
	b.in <- n
}

// The channel is the import's: other packages can receive from it.

func follow() {
	for n := range guard.Levels.Moved {
		guard.Levels.Lock()
		guard.Levels.Level = n
		guard.Levels.Unlock()
	}
}

func move(n int) {
	guard.Levels.Lock()
	defer guard.Levels.Unlock()
	guard.Levels.Moved <- n
}

// Another lock of the same class of the import, which belongs to another
// variable.

var (
	own   guard.Ledger
	other guard.Ledger
)

func both(ns []int) {
	var wg sync.WaitGroup
	own.Mu.Lock()
	defer own.Mu.Unlock()
	for _, n := range ns {
		wg.Go(func() {
			other.Mu.Lock()
			other.Sum += n
			other.Mu.Unlock()
		})
	}
	wg.Wait()
}
