// Package faulty holds faults that must be found: other kinds of locks, held
// across a wait.
package faulty

import "sync"

// A type of the package's own around a mutex.

type guarded[T any] struct {
	mu sync.Mutex
	v  T
}

func (g *guarded[T]) with(f func(*T)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	f(&g.v)
}

type sums struct {
	total guarded[int]
	in    chan int
}

func newSums() *sums {
	s := &sums{in: make(chan int)}
	go s.run()
	return s
}

func (s *sums) run() {
	for n := range s.in {
		s.total.with(func(t *int) { *t += n })
	}
}

func (s *sums) double() {
	s.total.mu.Lock()
	defer s.total.mu.Unlock()
	s.in <- s.total.v // want `sums.total.mu is held while waiting to send on sums.in, a deadlock`
}

// A Locker.

type journal struct {
	sync.Locker
	lines []string
	add   chan string
}

func newJournal() *journal {
	j := &journal{Locker: new(sync.Mutex), add: make(chan string)}
	go j.run()
	return j
}

func (j *journal) run() {
	for l := range j.add {
		j.Lock()
		j.lines = append(j.lines, l)
		j.Unlock()
	}
}

func (j *journal) mark(l string) {
	j.Lock()
	defer j.Unlock()
	j.add <- l // want `journal.Locker is held while waiting to send on journal.add, a deadlock`
}

// The lock was got by an attempt.

type index struct {
	sync.Mutex
	docs int
	adds chan int
}

func newIndex() *index {
	x := &index{adds: make(chan int)}
	go x.run()
	return x
}

func (x *index) run() {
	for n := range x.adds {
		x.Lock()
		x.docs += n
		x.Unlock()
	}
}

func (x *index) merge(n int) bool {
	if !x.TryLock() {
		return false
	}
	defer x.Unlock()
	x.adds <- n // want `index.Mutex is held while waiting to send on index.adds, a deadlock`
	return true
}
