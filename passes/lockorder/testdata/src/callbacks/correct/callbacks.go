// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: functions kept in fields and called under a lock,
// or queued.
package correct

import (
	"sync"
	"sync/atomic"
	"time"
)

// The eviction counter is atomic, so the callback takes no lock.

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
	evicted atomic.Int64
	cache   *lru
}

func newSessions() *sessions {
	s := &sessions{}
	s.cache = &lru{m: map[string]int{}, onEvict: func(string) { s.evicted.Add(1) }}
	return s
}

func (s *sessions) touch(id string) { s.cache.put(id, 1) }
func (l *lru) remove(k string)      { l.mu.Lock(); delete(l.m, k); l.mu.Unlock() }

func (s *sessions) reset(ids []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.evicted.Store(0)
	for _, id := range ids {
		s.cache.remove(id)
	}
}

// Set calls the callback after it unlocked.

type watcher struct {
	mu       sync.Mutex
	last     int
	stopped  bool
	onChange func(v int)
}

func (w *watcher) OnChange(f func(v int)) { w.mu.Lock(); w.onChange = f; w.mu.Unlock() }

func (w *watcher) set(v int) {
	w.mu.Lock()
	if w.stopped || v == w.last {
		w.mu.Unlock()
		return
	}
	w.last = v
	f := w.onChange
	w.mu.Unlock()
	if f != nil {
		f(v)
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
	r.w.Stop()
}

// Emit runs a copy of the hooks after it unlocked.

type emitter struct {
	mu    sync.Mutex
	hooks []func(string)
}

func (e *emitter) On(f func(string)) { e.mu.Lock(); e.hooks = append(e.hooks, f); e.mu.Unlock() }

func (e *emitter) Emit(ev string) {
	e.mu.Lock()
	hs := append([]func(string){}, e.hooks...)
	e.mu.Unlock()
	for _, h := range hs {
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
	s.seen["hooks"] = s.e.count()
}

func (e *emitter) count() int { e.mu.Lock(); defer e.mu.Unlock(); return len(e.hooks) }

// The callback is read under the lock and called after it; it locks its owner,
// who calls back under its own lock.

type watch struct {
	mu sync.Mutex
	v  int
	cb func(int)
}

func (w *watch) set(v int) {
	w.mu.Lock()
	w.v = v
	cb := w.cb
	w.mu.Unlock()
	if cb != nil {
		cb(v)
	}
}

func (w *watch) get() int { w.mu.Lock(); defer w.mu.Unlock(); return w.v }

type view struct {
	mu   sync.Mutex
	w    *watch
	last int
}

func newView(w *watch) *view {
	v := &view{w: w}
	w.mu.Lock()
	w.cb = func(n int) { v.mu.Lock(); v.last = n; v.mu.Unlock() }
	w.mu.Unlock()
	return v
}

func (v *view) stale() bool { v.mu.Lock(); defer v.mu.Unlock(); return v.last != v.w.get() }

// A function is queued under the caller's lock and run later, after the queue
// took its list out and unlocked.

type queue struct {
	mu sync.Mutex
	fs []func()
}

func (q *queue) add(f func()) { q.mu.Lock(); q.fs = append(q.fs, f); q.mu.Unlock() }

func (q *queue) run() {
	q.mu.Lock()
	fs := q.fs
	q.fs = nil
	q.mu.Unlock()
	for _, f := range fs {
		f()
	}
}

type service struct {
	mu sync.Mutex
	n  int
	q  *queue
}

func (s *service) later() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
	s.q.add(func() {
		s.mu.Lock()
		s.n--
		s.mu.Unlock()
	})
}

// A timer is armed under the lock; its function runs in a goroutine of its own
// and locks the table first.

type lease struct {
	mu  sync.Mutex
	t   *table
	tm  *time.Timer
	id  int
	end bool
}

type table struct {
	mu sync.Mutex
	m  map[int]*lease
}

func (l *lease) renew(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.tm != nil {
		l.tm.Stop()
	}
	l.tm = time.AfterFunc(d, func() { l.t.expire(l.id) })
}

func (t *table) expire(id int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	l := t.m[id]
	if l == nil {
		return
	}
	l.mu.Lock()
	l.end = true
	l.mu.Unlock()
	delete(t.m, id)
}
