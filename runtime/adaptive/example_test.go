package adaptive_test

import (
	"context"
	"expvar"
	"fmt"
	"time"

	"github.com/lockvet/lockvet/runtime/adaptive"
)

// A journal's lock comes before those of its pages.
type journal struct {
	mu      adaptive.Mutex
	written int
}

type page struct {
	mu    adaptive.Mutex
	dirty bool
}

// flush has locked a page when it finds that it needs the journal, against the
// order. It tries for a moment, and falls back in order: it lets go of the
// page, takes both locks as everybody else does, and looks again, since the
// page may have changed meanwhile.
func flush(p *page, j *journal) {
	p.mu.Lock()
	if !p.dirty {
		p.mu.Unlock()
		return
	}
	if !j.mu.TryLockSpin() {
		p.mu.Unlock()
		j.mu.Lock()
		p.mu.Lock()
	}
	if p.dirty {
		p.dirty = false
		j.written++
	}
	p.mu.Unlock()
	j.mu.Unlock()
}

// What to do after a failed TryLockSpin: not to start over, which can fail for
// ever while the other side works, but to take the locks in order.
func ExampleMutex_TryLockSpin() {
	p, j := &page{dirty: true}, new(journal)
	flush(p, j)
	fmt.Println(p.dirty, j.written)
	// Output: false 1
}

func ExampleMutex_LockContext() {
	var m adaptive.Mutex
	m.Lock()
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	fmt.Println(m.LockContext(ctx))
	m.Unlock()
	// Output: context deadline exceeded
}

func ExampleAudited() {
	var mu adaptive.Audited
	expvar.Publish("orders.mu", &mu)
	mu.Lock()
	mu.Unlock()
	fmt.Println(mu.Stats())
	// Output: fast 1, spun 0 (longest spin 0s), parked 0, failed tries 0, given up 0; bail-outs: owner waits 0, need resched 0, token taken 0, cap reached 0, unpromising 0
}
