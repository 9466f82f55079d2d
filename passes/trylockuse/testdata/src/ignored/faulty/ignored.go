// Package faulty holds faults that must be found: trylocks of which nobody
// looks at the result.
package faulty

import "sync"

// The attempt is a statement, and the lock is released in any case.

type usage struct{ cpu, mem int64 }

type meter struct {
	mu    sync.Mutex
	byPod map[string]usage
	round int
}

func (m *meter) update(pod string, u usage) {
	m.mu.TryLock() // want `^the result is ignored that says whether meter.mu is locked$`
	defer m.mu.Unlock()
	m.byPod[pod] = u
	m.round++
}

func (m *meter) get(pod string) usage {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.byPod[pod]
}

// The result goes to the blank identifier, of an embedded lock.

type layers struct {
	sync.Mutex
	refs map[string]int
}

func (l *layers) retain(id string) {
	_ = l.TryLock() // want `the result is ignored that says whether layers.Mutex is locked`
	l.refs[id]++
	l.Unlock()
}

// TryRLock: without it the release takes away another reader's hold.

type targets struct {
	mu     sync.RWMutex
	active []string
}

func (t *targets) count() int {
	t.mu.TryRLock() // want `the result is ignored that says whether targets.mu is locked`
	n := len(t.active)
	t.mu.RUnlock()
	return n
}

func (t *targets) reload(hosts []string) {
	t.mu.Lock()
	t.active = append(t.active[:0], hosts...)
	t.mu.Unlock()
}

// Nothing is released: whoever comes next may wait for ever.

var (
	setupMu sync.Mutex
	setup   []func()
)

func onSetup(f func()) {
	setupMu.TryLock() // want `the result is ignored that says whether setupMu is locked`
	setup = append(setup, f)
}

// The result is kept and never asked for again.

type ring struct {
	mu   sync.Mutex
	next int
}

func (r *ring) advance() int {
	var locked bool
	locked = r.mu.TryLock() // want `the result is ignored that says whether ring.mu is locked`
	_ = locked
	r.next++
	n := r.next
	r.mu.Unlock()
	return n
}

// A lock out of a map, and one that is an argument.

type keyed struct{ locks map[string]*sync.Mutex }

func (k *keyed) with(key string, f func()) {
	mu := k.locks[key]
	mu.TryLock() // want `the result is ignored that says whether keyed.locks\[\] is locked`
	f()
	mu.Unlock()
}

func bump(mu *sync.Mutex, n *int) {
	mu.TryLock() // want `the result is ignored that says whether sync.Mutex is locked`
	*n++
	mu.Unlock()
}
