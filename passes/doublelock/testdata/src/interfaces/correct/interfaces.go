// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: calls through interfaces under a lock.
package correct

import "sync"

// The observer is told what it needs to know.

type observer interface{ changed(name string, left int) }

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
		o.changed(name, 100-q.used[name])
	}
}

type alarm struct {
	q    *quota
	last int
}

func (a *alarm) changed(_ string, left int) { a.last = left }

func (a *alarm) check(name string) bool { return a.q.left(name) < 10 }

func newQuota() *quota {
	q := &quota{used: map[string]int{}}
	q.obs = append(q.obs, &alarm{q: q})
	return q
}

// The modules are stopped after the release, from a copy.

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
	m, ok := h.mods[name]
	h.mu.Unlock()
	if ok {
		m.stop()
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

// A tier asks the next one, which is another object of the same type.

type source interface{ get(k string) string }

type tier struct {
	mu   sync.Mutex
	m    map[string]string
	next source
}

func (t *tier) get(k string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	v, ok := t.m[k]
	if !ok && t.next != nil {
		v = t.next.get(k)
		t.m[k] = v
	}
	return v
}

func over(s source) source { return &tier{m: map[string]string{}, next: s} }

// The visitor is passed another tree than the one that is locked.

type visitor interface{ visit(t *tree) }

type tree struct {
	mu   sync.RWMutex
	keys []string
	kids []*tree
}

func (t *tree) size() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return len(t.keys)
}

func (t *tree) accept(v visitor) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, k := range t.kids {
		v.visit(k)
	}
}

type sizer struct{ n int }

func (s *sizer) visit(t *tree) { s.n += t.size() }

func measure(t *tree) int {
	s := new(sizer)
	t.accept(s)
	return s.n
}
