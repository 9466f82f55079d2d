package clean

import "sync"

// Readers only: nothing ever takes either for writing.

type atlas struct {
	names, places sync.RWMutex
	n, p          int
}

func (a *atlas) sum() int {
	a.names.RLock()
	defer a.names.RUnlock()
	a.places.RLock()
	defer a.places.RUnlock()
	return a.n + a.p
}

func (a *atlas) difference() int {
	a.places.RLock()
	defer a.places.RUnlock()
	a.names.RLock()
	defer a.names.RUnlock()
	return a.n - a.p
}

// A gate: both orders occur, but only under one lock that all of them hold.

type scheduler struct {
	gate    sync.Mutex
	jobs    sync.Mutex
	workers sync.Mutex
}

func (s *scheduler) assign() {
	s.gate.Lock()
	defer s.gate.Unlock()
	s.jobs.Lock()
	defer s.jobs.Unlock()
	s.workers.Lock()
	defer s.workers.Unlock()
}

func (s *scheduler) reap() {
	s.gate.Lock()
	defer s.gate.Unlock()
	s.workers.Lock()
	defer s.workers.Unlock()
	s.jobs.Lock()
	defer s.jobs.Unlock()
}

// Not shared yet: nobody else can hold the locks of an object under
// construction.

type engine struct {
	fuel, spark sync.Mutex
	n           int
}

func newEngine() *engine {
	e := &engine{}
	e.spark.Lock()
	e.fuel.Lock()
	e.n = 1
	e.fuel.Unlock()
	e.spark.Unlock()
	return e
}

func (e *engine) start() {
	e.fuel.Lock()
	defer e.fuel.Unlock()
	e.spark.Lock()
	defer e.spark.Unlock()
}

// Code that runs only in init meets no other goroutine.

var table, rows sync.Mutex

func init() {
	rows.Lock()
	table.Lock()
	table.Unlock()
	rows.Unlock()
}

func lookup() {
	table.Lock()
	defer table.Unlock()
	rows.Lock()
	defer rows.Unlock()
}

// Handed to another goroutine: it starts with nothing held, and the lock is
// its to release.

type job struct {
	mu   sync.Mutex
	done sync.Mutex
}

func (j *job) begin(work func()) {
	j.mu.Lock()
	go func() {
		defer j.mu.Unlock()
		work()
	}()
}

func (j *job) ordered() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.done.Lock()
	defer j.done.Unlock()
}

func (j *job) background() {
	j.done.Lock()
	defer j.done.Unlock()
	go func() {
		j.mu.Lock()
		defer j.mu.Unlock()
	}()
}
