// Package faulty holds faults that must be found: functions kept in fields and
// called under a lock, or queued.
package faulty

import (
	"sync"
)

// An LRU calls its onEvict field under its lock; the constructor stored a
// closure that locks the owner, and the owner removes keys with its lock held.

type lru struct {
	mu      sync.Mutex
	m       map[string]int
	order   []string
	onEvict func(key string)
}

func (l *lru) put(k string, v int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.order) >= 8 {
		old := l.order[0]
		l.order = l.order[1:]
		delete(l.m, old)
		l.onEvict(old)
	}
	l.m[k] = v
	l.order = append(l.order, k)
}

type sessions struct {
	mu      sync.Mutex
	evicted int
	cache   *lru
}

func newSessions() *sessions {
	s := &sessions{}
	s.cache = &lru{m: map[string]int{}, onEvict: func(string) {
		s.mu.Lock()
		s.evicted++
		s.mu.Unlock()
	}}
	return s
}

func (s *sessions) touch(id string) { s.cache.put(id, 1) }
func (l *lru) remove(k string)      { l.mu.Lock(); delete(l.m, k); l.mu.Unlock() }

func (s *sessions) reset(ids []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.evicted = 0
	for _, id := range ids {
		s.cache.remove(id) // want `lock order inversion, a deadlock: lru.mu -> sessions.mu -> lru.mu:`
	}
}

// A callback registered through a setter runs under the watcher's lock and
// locks the router; the router stops the watcher with its lock held.

type watcher struct {
	mu       sync.Mutex
	last     int
	stopped  bool
	onChange func(v int)
}

func (w *watcher) OnChange(f func(v int)) { w.mu.Lock(); w.onChange = f; w.mu.Unlock() }

func (w *watcher) set(v int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stopped || v == w.last {
		return
	}
	w.last = v
	if w.onChange != nil {
		w.onChange(v)
	}
}

func (w *watcher) Stop() { w.mu.Lock(); w.stopped = true; w.mu.Unlock() }

type router struct {
	mu   sync.Mutex
	view int
	w    *watcher
}

func (r *router) attach(w *watcher) {
	r.w = w
	w.OnChange(r.changed)
}

func (r *router) changed(v int) { r.mu.Lock(); r.view = v; r.mu.Unlock() }

func (r *router) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.view = 0
	r.w.Stop() // want `lock order inversion, a deadlock: router.mu -> watcher.mu -> router.mu:`
}

// Hooks appended through On run under the emitter's lock; one locks the store,
// which counts the hooks under its own.

type emitter struct {
	mu    sync.Mutex
	hooks []func(string)
}

func (e *emitter) On(f func(string)) { e.mu.Lock(); e.hooks = append(e.hooks, f); e.mu.Unlock() }

func (e *emitter) Emit(ev string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, h := range e.hooks {
		h(ev)
	}
}

type store struct {
	mu   sync.Mutex
	seen map[string]int
	e    *emitter
}

func newStore(e *emitter) *store {
	s := &store{seen: map[string]int{}, e: e}
	e.On(func(ev string) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.seen[ev]++
	})
	return s
}

func (s *store) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.seen)
	s.seen["hooks"] = s.e.count() // want `lock order inversion, a deadlock: emitter.mu -> store.mu -> emitter.mu:`
}

func (e *emitter) count() int { e.mu.Lock(); defer e.mu.Unlock(); return len(e.hooks) }
