// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: trylocks whose result seems to be lost.
package correct

import "sync"

// Update gives up when the lock is busy.

type usage struct{ cpu, mem int64 }

type meter struct {
	mu    sync.Mutex
	byPod map[string]usage
	round int
}

func (m *meter) update(pod string, u usage) bool {
	if !m.mu.TryLock() {
		return false
	}
	defer m.mu.Unlock()
	m.byPod[pod] = u
	m.round++
	return true
}

// Retain waits.

type layers struct {
	sync.Mutex
	refs map[string]int
}

func (l *layers) retain(id string) {
	l.Lock()
	l.refs[id]++
	l.Unlock()
}

// Count serves the old number when a writer is in.

type targets struct {
	mu     sync.RWMutex
	active []string
	last   int
}

func (t *targets) count(old int) int {
	if !t.mu.TryRLock() {
		return old
	}
	n := len(t.active)
	t.mu.RUnlock()
	return n
}

func (t *targets) reload(hosts []string) {
	t.mu.Lock()
	t.active = append(t.active[:0], hosts...)
	t.last = len(hosts)
	t.mu.Unlock()
}

// A method called TryLock that is none of a lock: it has no result to heed.

type door struct {
	mu    sync.Mutex
	tries int
}

func (d *door) TryLock(code string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.tries += len(code)
}

func (d *door) open() {
	d.TryLock("0000")
	d.TryLock("1234")
}

// A function that tries and keeps no lock says nothing by its result of one.

type sampler struct {
	mu      sync.Mutex
	samples []int
}

func (s *sampler) offer(n int) bool {
	if !s.mu.TryLock() {
		return false
	}
	defer s.mu.Unlock()
	s.samples = append(s.samples, n)
	return true
}

func (s *sampler) flood(n int) {
	for i := range n {
		s.offer(i)
	}
}
