// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: what is done when the attempt fails.
package correct

import (
	"fmt"
	"io"
	"sync"
	"sync/atomic"
)

// The map is changed with the lock only.

type weights struct {
	mu      sync.Mutex
	m       map[string]int
	skipped atomic.Int64
}

func (w *weights) set(k string, n int) {
	if !w.mu.TryLock() {
		w.skipped.Add(1) // atomic: needs no lock
		return
	}
	w.m[k] = n
	w.mu.Unlock()
}

// An atomic counter is counted in any case.

func (w *weights) prune(min int) {
	if w.mu.TryLock() {
		for k, n := range w.m {
			if n < min {
				delete(w.m, k)
			}
		}
		w.mu.Unlock()
	}
	w.skipped.Add(1)
}

// The failed branch queues the work under another lock.

type totals struct {
	mu sync.Mutex
	m  map[string]int

	queueMu sync.Mutex
	queue   []string
}

func (t *totals) record(k string) {
	if t.mu.TryLock() {
		t.m[k]++
		t.mu.Unlock()
		return
	}
	t.queueMu.Lock()
	t.queue = append(t.queue, k)
	t.queueMu.Unlock()
}

func (t *totals) drain() {
	t.queueMu.Lock()
	queue := t.queue
	t.queue = nil
	t.queueMu.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, k := range queue {
		t.m[k]++
	}
}

// A dump that reads what it can, and says whether it had the lock. It changes
// nothing.

type replica struct {
	mu   sync.Mutex
	id   int
	term int
}

func (r *replica) dump(w io.Writer) {
	locked := r.mu.TryLock()
	if locked {
		defer r.mu.Unlock()
	}
	fmt.Fprintf(w, "id=%d locked=%t\n", r.id, locked)
}

func (r *replica) String() string {
	if !r.mu.TryLock() {
		return "[busy]"
	}
	defer r.mu.Unlock()
	return fmt.Sprintf("[r%d term=%d]", r.id, r.term)
}

// What is changed in any case is an object of the caller's own.

type report struct{ busy, lines int }

func (r *replica) fill(out *report) {
	ok := r.mu.TryLock()
	out.lines++
	if !ok {
		out.busy++
		return
	}
	r.term++
	r.mu.Unlock()
}

// A field that is changed with the lock, and another with or without it: the
// second belongs to the one goroutine that calls poll.

type poller struct {
	table *table
	polls int
}

type table struct {
	mu   sync.Mutex
	rows int
}

func (p *poller) poll() {
	p.polls++
	ok := p.table.mu.TryLock()
	p.polls++
	if ok {
		p.table.rows = 0
		p.table.mu.Unlock()
	}
}

// A change before the attempt and one after the release are not under it.

func (r *replica) step(n int) bool {
	var local int
	got := r.mu.TryLock()
	local += n
	if got {
		r.term += local
		r.mu.Unlock()
	}
	return got
}
