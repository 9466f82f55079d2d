// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: helpers of functions that hold a lock.
package correct

import "sync"

// Close calls the half of Drop that expects the lock.

type roster struct {
	mu      sync.Mutex
	members map[string]bool
	rooms   map[string][]string
}

func (r *roster) Drop(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.dropLocked(name)
}

func (r *roster) dropLocked(name string) { delete(r.members, name) }

func (r *roster) Close(room string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, name := range r.rooms[room] {
		r.dropLocked(name)
	}
	delete(r.rooms, room)
}

// The call comes after the unlock.

type shelf struct {
	mu    sync.Mutex
	books []string
	gauge int
}

func (s *shelf) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.books)
}

func (s *shelf) Clear() {
	s.mu.Lock()
	s.books = s.books[:0]
	s.mu.Unlock()
	s.measure()
}

func (s *shelf) measure() { s.gauge = s.Len() }

// The helper releases the lock of its caller before it calls what takes it.

type spool struct {
	mu   sync.Mutex
	jobs []string
}

func (s *spool) run() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.jobs) > 0 {
		s.oneLocked()
	}
}

func (s *spool) oneLocked() {
	s.mu.Unlock()
	print(s.next())
	s.mu.Lock()
}

func (s *spool) next() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	job := s.jobs[0]
	s.jobs = s.jobs[1:]
	return job
}

// The same by defer: the deferred Lock runs when the callee has released.

func (s *spool) outside(f func()) {
	s.mu.Unlock()
	defer s.mu.Lock()
	f()
}

func (s *spool) flush() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.outside(func() { print(s.next()) })
	s.jobs = nil
}

// Notify is deferred before the unlock and so runs after it.

type feed struct {
	mu   sync.Mutex
	subs []chan int
}

func (f *feed) publish() {
	defer f.notify()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.subs = append(f.subs, make(chan int, 1))
}

func (f *feed) notify() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range f.subs {
		close(c)
	}
	f.subs = nil
}

// Each way to the second section has released.

type meter struct {
	mu    sync.Mutex
	count int
	limit int
}

func (m *meter) hit() {
	m.mu.Lock()
	m.count++
	if m.count < m.limit {
		m.mu.Unlock()
		return
	}
	m.mu.Unlock()
	m.reset()
}

func (m *meter) reset() {
	m.mu.Lock()
	m.count = 0
	m.mu.Unlock()
}

// Two mutexes of one struct are two locks.

type account struct {
	balanceMu sync.Mutex
	historyMu sync.Mutex
	balance   int
	history   []int
}

func (a *account) pay(n int) {
	a.balanceMu.Lock()
	defer a.balanceMu.Unlock()
	a.balance -= n
	a.note(n)
}

func (a *account) note(n int) {
	a.historyMu.Lock()
	defer a.historyMu.Unlock()
	a.history = append(a.history, n)
}

// TryLock of a lock that is held does not wait: that is another fault.

func (m *meter) probe() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.mu.TryLock() {
		m.mu.Unlock()
		return true
	}
	return false
}
