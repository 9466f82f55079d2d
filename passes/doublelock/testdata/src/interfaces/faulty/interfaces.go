// Package faulty holds faults that must be found: a call through an interface
// comes back to the object that holds the lock.
package faulty

import "sync"

// The observer has a pointer back to what it observes.

type observer interface{ changed(name string) }

type quota struct {
	mu   sync.Mutex
	used map[string]int
	obs  []observer
}

func (q *quota) left(name string) int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return 100 - q.used[name]
}

func (q *quota) charge(name string, n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.used[name] += n
	for _, o := range q.obs {
		o.changed(name) // want `quota.mu is locked by a goroutine that holds it, a deadlock: locked at interfaces.go:18 \(called from interfaces.go:28, interfaces.go:37\) while it is held since interfaces.go:24 \(by lock class\)`
	}
}

type alarm struct {
	q    *quota
	last int
}

func (a *alarm) changed(name string) { a.last = a.q.left(name) }

func newQuota() *quota {
	q := &quota{used: map[string]int{}}
	q.obs = append(q.obs, &alarm{q: q})
	return q
}

// The object that holds the lock passes itself.

type visitor interface{ visit(t *tree) }

type tree struct {
	mu   sync.RWMutex
	keys []string
}

func (t *tree) size() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return len(t.keys)
}

func (t *tree) accept(v visitor) {
	t.mu.Lock()
	defer t.mu.Unlock()
	v.visit(t) // want `tree.mu is read-locked by a goroutine that holds it, a deadlock: read-locked at interfaces.go:55 \(called from interfaces.go:63, interfaces.go:68\) while it is held since interfaces.go:61`
}

type sizer struct{ n int }

func (s *sizer) visit(t *tree) { s.n += t.size() }

func measure(t *tree) int {
	s := new(sizer)
	t.accept(s)
	return s.n
}

// Disabling a module calls it, and it takes itself off the list.

type module interface{ stop() }

type host struct {
	mu   sync.Mutex
	mods map[string]module
}

func (h *host) remove(name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.mods, name)
}

func (h *host) disable(name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if m, ok := h.mods[name]; ok {
		m.stop() // want `host.mu is locked by a goroutine that holds it, a deadlock: locked at interfaces.go:86 \(called from interfaces.go:95, interfaces.go:104\) while it is held since interfaces.go:92 \(by lock class\)`
	}
}

type mailer struct {
	h    *host
	name string
}

func (m *mailer) stop() { m.h.remove(m.name) }

func (h *host) addMailer(name string) {
	m := &mailer{h: h, name: name}
	h.mu.Lock()
	h.mods[name] = m
	h.mu.Unlock()
}
