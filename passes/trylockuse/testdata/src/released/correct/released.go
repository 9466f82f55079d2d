// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: attempts that may fail, and one release.
package correct

import (
	"errors"
	"log"
	"sync"
	"sync/atomic"
)

// The failed branch returns.

type scheduler struct {
	mu      sync.Mutex
	configs map[string]string
}

func (s *scheduler) schedule(id, cfg string) {
	if !s.mu.TryLock() {
		log.Printf("scheduler busy, %s dropped", id)
		return
	}
	s.configs[id] = cfg
	s.mu.Unlock()
}

// The release is deferred after the check.

var errBusy = errors.New("busy")

type compactor struct {
	mu  sync.Mutex
	rev int64
}

func (c *compactor) compact(rev int64) error {
	ok := c.mu.TryLock()
	if !ok {
		return errBusy
	}
	defer c.mu.Unlock()
	c.rev = max(c.rev, rev)
	return nil
}

// A failed attempt is counted, and then the lock is waited for: one release
// serves both.

type counter struct {
	mu        sync.Mutex
	contended atomic.Int64
	n         int
}

func (c *counter) add(n int) {
	if !c.mu.TryLock() {
		c.contended.Add(1)
		c.mu.Lock()
	}
	defer c.mu.Unlock()
	c.n += n
}

func (c *counter) lock() {
	if c.mu.TryLock() {
		return
	}
	c.contended.Add(1)
	c.mu.Lock()
}

func (c *counter) reset() {
	c.lock()
	c.n = 0
	c.mu.Unlock()
}

// The variable decides the work and the release alike, with other work between.

type topology struct {
	mu    sync.Mutex
	cells []string
}

func (t *topology) refresh(list func() []string) int {
	locked := t.mu.TryLock()
	cells := list()
	if locked {
		t.cells = cells
	}
	if locked {
		t.mu.Unlock()
	}
	return len(cells)
}

// A deferred closure looks at the result.

func (t *topology) dump(w func(string)) {
	locked := t.mu.TryLock()
	defer func() {
		if locked {
			t.mu.Unlock()
		}
	}()
	w("topology")
}

// The writer's lock if it is free, the reader's otherwise: each branch releases
// what it has.

type token struct {
	mu    sync.RWMutex
	value string
	stale bool
}

func (t *token) get(fetch func() string) string {
	if t.mu.TryLock() {
		defer t.mu.Unlock()
		if t.stale {
			t.value = fetch()
			t.stale = false
		}
		return t.value
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.value
}

// A busy shard is skipped altogether.

type shard struct {
	mu sync.Mutex
	n  int
}

func drain(shards []*shard) (sum int) {
	for _, s := range shards {
		if !s.mu.TryLock() {
			continue
		}
		sum += s.n
		s.n = 0
		s.mu.Unlock()
	}
	return sum
}

// All or nothing: those that were locked are released when one is busy.

func lockAll(shards []*shard) bool {
	for i, s := range shards {
		if !s.mu.TryLock() {
			for _, done := range shards[:i] {
				done.mu.Unlock()
			}
			return false
		}
	}
	return true
}

// The branch that fails never comes back.

func (c *compactor) mustCompact(rev int64) {
	if !c.mu.TryLock() {
		panic("compactor: two compactions at once")
	}
	c.rev = rev
	c.mu.Unlock()
}

// Two attempts, the second for another lock: each has its own release.

type pair struct{ left, right sync.Mutex }

func (p *pair) both(f func()) bool {
	if !p.left.TryLock() {
		return false
	}
	defer p.left.Unlock()
	if !p.right.TryLock() {
		return false
	}
	defer p.right.Unlock()
	f()
	return true
}
