// Package faulty holds faults that must be found: functions that wait, called
// with a lock held that the others take.
package faulty

import "sync"

// Restart calls the helper that stops the worker.

type runner struct {
	mu   sync.Mutex
	wg   sync.WaitGroup
	stop chan struct{}
	runs int
}

func (r *runner) work(stop chan struct{}, jobs <-chan int) {
	defer r.wg.Done()
	for {
		select {
		case <-stop:
			return
		case n := <-jobs:
			r.mu.Lock()
			r.runs += n
			r.mu.Unlock()
		}
	}
}

func (r *runner) halt(stop chan struct{}) {
	close(stop)
	r.wg.Wait()
}

func (r *runner) restart(jobs <-chan int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stop != nil {
		r.halt(r.stop) // want `^runner.mu is held while waiting for runner.wg, a deadlock: held since helpers.go:36, waiting at helpers.go:32 \(called from helpers.go:39\); the goroutine at helpers.go:\d+ may have to wait for runner.mu first, at helpers.go:23$`
	}
	r.runs = 0
	r.stop = make(chan struct{})
	r.wg.Add(1)
	go r.work(r.stop, jobs)
}

// The send is two calls down.

type shim struct {
	mu     sync.Mutex
	exits  int
	events chan int
}

func newShim() *shim {
	s := &shim{events: make(chan int)}
	go s.dispatch()
	return s
}

func (s *shim) dispatch() {
	for pid := range s.events {
		s.mu.Lock()
		s.exits += pid
		s.mu.Unlock()
	}
}

func (s *shim) post(pid int) { s.events <- pid }

func (s *shim) exited(pid int) {
	if pid > 0 {
		s.post(pid)
	}
}

func (s *shim) reap(pid int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.exits++
	s.exited(pid) // want `shim.mu is held while waiting to send on shim.events, a deadlock: held since helpers.go:\d+, waiting at helpers.go:\d+ \(called from helpers.go:\d+, helpers.go:\d+\); the receive at helpers.go:\d+ may have to wait for shim.mu first`
}

// A table closes its files, each of which joins a goroutine that reports back
// to the table.

type table struct {
	mu      sync.Mutex
	files   []*file
	flushes int
}

type file struct {
	t    *table
	quit chan struct{}
	done chan struct{}
}

func (t *table) open() *file {
	f := &file{t: t, quit: make(chan struct{}), done: make(chan struct{})}
	t.mu.Lock()
	t.files = append(t.files, f)
	t.mu.Unlock()
	go f.flush()
	return f
}

func (f *file) flush() {
	<-f.quit
	f.t.flushed()
	close(f.done)
}

func (t *table) flushed() {
	t.mu.Lock()
	t.flushes++
	t.mu.Unlock()
}

func (f *file) Close() {
	close(f.quit)
	<-f.done
}

func (t *table) closeAll() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, f := range t.files {
		f.Close() // want `table.mu is held while waiting to receive from file.done, a deadlock:.* \(called from helpers.go:\d+\); the close at helpers.go:\d+ may have to wait for table.mu first`
	}
	t.files = nil
}

// Wrappers lock and unlock on both sides.

type health struct {
	l       sync.Mutex
	tablets map[string]bool
	updates chan string
}

func (h *health) lock()   { h.l.Lock() }
func (h *health) unlock() { h.l.Unlock() }

func newHealth() *health {
	h := &health{tablets: make(map[string]bool), updates: make(chan string)}
	go h.consume()
	return h
}

func (h *health) consume() {
	for u := range h.updates {
		h.lock()
		h.tablets[u] = true
		h.unlock()
	}
}

func (h *health) add(tablet string) {
	h.lock()
	h.tablets[tablet] = false
	h.updates <- tablet // want `health.l is held while waiting to send on health.updates, a deadlock:`
	h.unlock()
}
