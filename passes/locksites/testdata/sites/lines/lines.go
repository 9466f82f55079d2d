// Package lines has calls that are spread over lines, and deferred ones.
package lines

import "sync"

type T struct {
	mu, other sync.Mutex
	rw        sync.RWMutex
}

func (t *T) self() *T { return t }

func acquire(n int, mu *sync.Mutex, _ ...int) {
	mu.Lock() // site caller #acquire
}

func chains(t *T) {
	t.
		self().
		mu.
		Lock() // site known m/lines.T.mu
	acquire( // calls #acquire known m/lines.T.mu
		1,
		&t.mu,
		3,
	)
	(t.
		mu).Lock() // site known m/lines.T.mu
	(*sync.Mutex).Lock( // site known m/lines.T.mu
		&t.mu,
	)
	func(mu *sync.Mutex) {
		mu.Lock() // site caller #lit
	}( // calls #lit known m/lines.T.mu
		&t.mu,
	)
}

func deferred(t *T, n int) int {
	t.mu.Unlock()
	defer t.
		mu.
		Lock()
	if n > 0 {
		return 1 + // site known m/lines.T.mu
			n
	}
	func() {
		defer acquire(1, &t.mu)
		if n == 0 {
			return // calls #acquire known m/lines.T.mu
		}
	}() // calls #acquire known m/lines.T.mu
	return 1 // site known m/lines.T.mu
} // site known m/lines.T.mu

func deferredLiteral(mu *sync.Mutex) {
	defer func() {
		mu.Lock() // site caller #deferred
	}()
} // calls #deferred caller #literal

func deferredTwice(t *T) {
	defer t.mu.Lock()
	defer t.rw.Lock()
	deferredLiteral(&t.other) // calls #literal known m/lines.T.other
} // site ambiguous

func deferredInRange(t *T, seq func(func(int) bool)) {
	for range seq {
		defer t.mu.Lock()
	}
} // site known m/lines.T.mu
