// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: a trylock near a lock of the same name.
package correct

import "sync"

// Append flushes with the lock that it has.

type wal struct {
	mu      sync.Mutex
	buf     []byte
	flushed int
}

func (w *wal) append(rec []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.buf = append(w.buf, rec...)
	if len(w.buf) > 4096 {
		w.flushed += len(w.buf)
		w.buf = w.buf[:0]
	}
}

// Expire calls the variant that expects the lock, and shrink after it.

type cache struct {
	mu    sync.Mutex
	items map[string]int64
	limit int
}

func (c *cache) shrink() {
	if !c.mu.TryLock() {
		return
	}
	defer c.mu.Unlock()
	c.shrinkLocked()
}

func (c *cache) shrinkLocked() {
	for k := range c.items {
		if len(c.items) <= c.limit {
			break
		}
		delete(c.items, k)
	}
}

func (c *cache) expire() {
	c.mu.Lock()
	c.items[""] = 0
	c.shrinkLocked()
	c.mu.Unlock()
	c.shrink()
}

// Two queues: the other one is tried.

type queue struct {
	mu   sync.Mutex
	jobs []int
}

func (q *queue) stealFrom(v *queue) bool {
	if q == v {
		return false
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if !v.mu.TryLock() {
		return false
	}
	defer v.mu.Unlock()
	n := len(v.jobs) / 2
	q.jobs = append(q.jobs, v.jobs[n:]...)
	v.jobs = v.jobs[:n]
	return true
}

// A reader's attempt under a reader's lock succeeds unless a writer waits.

type state struct {
	mu   sync.RWMutex
	keys []string
}

func (s *state) peek(i int) string {
	if !s.mu.TryRLock() {
		return ""
	}
	defer s.mu.RUnlock()
	return s.keys[i]
}

func (s *state) first() string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if len(s.keys) == 0 {
		return ""
	}
	return s.peek(0)
}

func (s *state) add(k string) {
	s.mu.Lock()
	s.keys = append(s.keys, k)
	s.mu.Unlock()
}

// The lock is dropped before the attempt.

func (s *state) upgrade(k string) {
	s.mu.RLock()
	n := len(s.keys)
	s.mu.RUnlock()
	if n == 0 && s.mu.TryLock() {
		s.keys = append(s.keys, k)
		s.mu.Unlock()
	}
}

// An assertion: the attempt has to fail, since the caller holds the lock.

type ring struct {
	mu sync.Mutex
	n  int
}

func (r *ring) assertHeld() {
	if r.mu.TryLock() {
		r.mu.Unlock()
		panic("ring: mutex not held")
	}
}

func (r *ring) incLocked() {
	r.assertHeld()
	r.n++
}

func (r *ring) inc() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.incLocked()
}

// The attempt is another goroutine's, which may find the lock free.

func (r *ring) later() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.n++
	go func() {
		if r.mu.TryLock() {
			r.n--
			r.mu.Unlock()
		}
	}()
}

// Whether the lock is held is the caller's word: it is tried only if not.

func (r *ring) reset(locked bool) {
	if !locked {
		if !r.mu.TryLock() {
			return
		}
		defer r.mu.Unlock()
	}
	r.n = 0
}

func (r *ring) wrap() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.n > 8 {
		r.reset(true)
	}
}
