// Package faulty waits on channels of its own with an import's locks held.
package faulty

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
	defer b.ledger.Mu.Unlock()
	b.in <- n // want `^guard.Ledger.Mu is held while waiting to send on books.in, a deadlock: held since faulty.go:30, waiting at faulty.go:32; the receive at faulty.go:22 may have to wait for guard.Ledger.Mu first, at faulty.go:23$`
}

// An embedded lock of a variable of the import.

func raise(ns []int) {
	var wg sync.WaitGroup
	guard.Levels.RLock()
	defer guard.Levels.RUnlock()
	for _, n := range ns {
		wg.Go(func() {
			guard.Levels.Lock()
			guard.Levels.Level += n
			guard.Levels.Unlock()
		})
	}
	wg.Wait() // want `guard.State.RWMutex is read-locked while waiting for raise.wg, a deadlock`
}
