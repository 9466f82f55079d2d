// Package faulty holds faults that must be found: one instance, reached in two
// ways.
package faulty

import "sync"

// A pointer kept in a local variable.

type ledger struct {
	mu    sync.Mutex
	rows  []int
	audit *audit
}

type audit struct {
	mu  sync.Mutex
	sum int
}

func (l *ledger) post(n int) {
	a := l.audit
	a.mu.Lock()
	defer a.mu.Unlock()
	a.sum += n
	l.audit.mu.Lock() // want `audit.mu is locked by a goroutine that holds it, a deadlock: locked at instances.go:25 while it is held since instances.go:22`
	l.rows = append(l.rows, n)
	l.audit.mu.Unlock()
}

// The address of the lock is passed to a function.

func guarded(mu *sync.Mutex, f func()) {
	mu.Lock()
	defer mu.Unlock()
	f()
}

func (l *ledger) reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	guarded(&l.mu, func() { l.rows = nil }) // want `ledger.mu is locked by a goroutine that holds it, a deadlock: locked at instances.go:33 \(called from instances.go:41\) while it is held since instances.go:39`
}

// The same element of an array, by the same index.

type stripe struct {
	mu sync.Mutex
	m  map[string]int
}

type table struct{ stripes [8]stripe }

func (t *table) bump(i int, k string) {
	s := &t.stripes[i]
	s.mu.Lock()
	defer s.mu.Unlock()
	s.m[k]++
	if s.m[k] > 9 {
		t.stripes[i].mu.Lock() // want `stripe.mu is locked by a goroutine that holds it, a deadlock: locked at instances.go:59 while it is held since instances.go:55`
		delete(t.stripes[i].m, k)
		t.stripes[i].mu.Unlock()
	}
}

// A getter returns the lock.

func (l *ledger) lock() *sync.Mutex { return &l.mu }

func (l *ledger) count() int {
	l.lock().Lock()
	defer l.lock().Unlock()
	return len(l.rows)
}

func (l *ledger) full() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.count() > 10 // want `ledger.mu is locked by a goroutine that holds it, a deadlock: locked at instances.go:70 \(called from instances.go:78\) while it is held since instances.go:76`
}
