// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: functions that wait, called with a lock held.
package correct

import "sync"

// The channel is taken out under the lock, and the worker stopped without.

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
	stop := r.stop
	r.stop = nil
	r.mu.Unlock()
	if stop != nil {
		r.halt(stop)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.runs = 0
	r.stop = make(chan struct{})
	r.wg.Add(1)
	go r.work(r.stop, jobs)
}

// The helper drops its caller's lock while it waits.

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

// post is called with s.mu held.
func (s *shim) post(pid int) {
	s.mu.Unlock()
	s.events <- pid
	s.mu.Lock()
}

func (s *shim) reap(pid int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.exits++
	s.post(pid)
}

// The files are closed without the table's lock.

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
	files := t.files
	t.files = nil
	t.mu.Unlock()
	for _, f := range files {
		f.Close()
	}
}

// A function that starts the loop, with the lock held, waits for nothing.

type service struct {
	mu      sync.Mutex
	started bool
	in      chan int
	sum     int
}

func newService() *service { return &service{in: make(chan int)} }

func (s *service) start() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.started {
		s.started = true
		go s.loop()
	}
}

func (s *service) loop() {
	for v := range s.in {
		s.mu.Lock()
		s.sum += v
		s.mu.Unlock()
	}
}

func (s *service) send(v int) { s.in <- v }

// A deferred send runs when the lock is released: it was deferred before.

func (s *service) record(v int) {
	defer s.send(v)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sum -= v
}

// A closure that is made under the lock and called later.

func (s *service) later(v int) func() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sum += v
	return func() { s.in <- v }
}

func (s *service) both(v int) {
	f := s.later(v)
	f()
}
