// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: other kinds of locks, held across a wait.
package correct

import "sync"

// A channel that bounds how many work at once is there to be waited with.

type fetcher struct {
	slots chan struct{}
	get   func(string) error
}

func newFetcher(n int, get func(string) error) *fetcher {
	return &fetcher{slots: make(chan struct{}, n), get: get}
}

func (f *fetcher) all(layers []string) {
	var wg sync.WaitGroup
	for _, l := range layers {
		f.slots <- struct{}{}
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() { <-f.slots }()
			_ = f.get(l)
		}()
	}
	wg.Wait()
}

// A callback under the lock that waits for those without.

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
	last  guarded[int]
	in    chan int
}

func newSums() *sums {
	s := &sums{in: make(chan int)}
	go s.run()
	return s
}

func (s *sums) run() {
	for n := range s.in {
		s.last.with(func(t *int) { *t = n })
	}
}

func (s *sums) double() {
	s.total.mu.Lock()
	defer s.total.mu.Unlock()
	s.in <- s.total.v
}

// A Locker that is released on the way.

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

func (j *journal) mark(l string, urgent bool) {
	j.Lock()
	if urgent {
		j.Unlock()
		j.add <- l
		return
	}
	j.lines = append(j.lines, l)
	j.Unlock()
}

// The receiver only tries.

type index struct {
	sync.Mutex
	docs, skipped int
	adds          chan int
}

func newIndex() *index {
	x := &index{adds: make(chan int)}
	go x.run()
	return x
}

func (x *index) run() {
	for n := range x.adds {
		if x.TryLock() {
			x.docs += n
			x.Unlock()
		} else {
			x.skipped += n
		}
	}
}

func (x *index) merge(n int) {
	x.Lock()
	defer x.Unlock()
	x.adds <- n
}

// Two objects of which one waits for the other, whose goroutine takes its own
// lock.

type stage struct {
	mu   sync.Mutex
	n    int
	next *stage2
}

type stage2 struct {
	mu sync.Mutex
	n  int
	in chan int
}

func newStage() *stage {
	s := &stage2{in: make(chan int)}
	go s.run()
	return &stage{next: s}
}

func (s *stage2) run() {
	for v := range s.in {
		s.mu.Lock()
		s.n += v
		s.mu.Unlock()
	}
}

func (s *stage) pass(v int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
	s.next.in <- v
}
