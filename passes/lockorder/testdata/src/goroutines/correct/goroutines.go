// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: a goroutine starts with nothing held.
package correct

import (
	"sync"
)

// The goroutine takes src first.

type copier struct {
	src, dst sync.Mutex
	a, b     []int
}

func (s *copier) start(tick <-chan struct{}) {
	go func() {
		for range tick {
			s.src.Lock()
			s.dst.Lock()
			s.b = append(s.b, s.a...)
			s.dst.Unlock()
			s.src.Unlock()
		}
	}()
}

func (s *copier) push(n int) {
	s.src.Lock()
	defer s.src.Unlock()
	s.dst.Lock()
	defer s.dst.Unlock()
	if len(s.b) < 100 {
		s.a = append(s.a, n)
	}
}

// Pull releases down before it takes up.

type group struct{ wg sync.WaitGroup }

func (g *group) Go(f func() error) {
	g.wg.Add(1)
	go func() {
		defer g.wg.Done()
		_ = f()
	}()
}

func (g *group) Wait() { g.wg.Wait() }

type mirror struct {
	up, down sync.Mutex
	sent     int
	got      int
}

func (m *mirror) pull() error {
	m.down.Lock()
	m.got++
	m.down.Unlock()
	m.up.Lock()
	m.sent--
	m.up.Unlock()
	return nil
}

func (m *mirror) push() error {
	m.up.Lock()
	defer m.up.Unlock()
	m.sent++
	m.down.Lock()
	m.got--
	m.down.Unlock()
	return nil
}

func (m *mirror) run() {
	var g group
	g.Go(m.pull)
	g.Go(m.push)
	g.Wait()
}

// A goroutine started under the lock takes the locks in the other order; it
// starts with none held, and takes one at a time.

type agent struct {
	mu   sync.Mutex
	st   sync.Mutex
	jobs int
	done int
}

func (a *agent) submit() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.jobs++
	go func() {
		a.st.Lock()
		a.done++
		a.st.Unlock()
		a.mu.Lock()
		a.jobs--
		a.mu.Unlock()
	}()
}

func (a *agent) reset() {
	a.st.Lock()
	defer a.st.Unlock()
	a.done = 0
	a.mu.Lock()
	a.jobs = 0
	a.mu.Unlock()
}

// Workers are spawned under the lock by a group type and waited for after it;
// they lock the other way round.

type workersGroup struct{ wg sync.WaitGroup }

func (g *workersGroup) Go(f func()) {
	g.wg.Add(1)
	go func() { defer g.wg.Done(); f() }()
}

type batch struct {
	mu   sync.Mutex
	res  sync.Mutex
	todo []int
	sum  int
}

func (b *batch) run() int {
	var g workersGroup
	b.mu.Lock()
	for _, n := range b.todo {
		g.Go(func() {
			b.res.Lock()
			defer b.res.Unlock()
			b.sum += n
			b.mu.Lock()
			b.todo = nil
			b.mu.Unlock()
		})
	}
	b.mu.Unlock()
	g.wg.Wait()
	b.res.Lock()
	defer b.res.Unlock()
	return b.sum
}

// Go mutexes have no owner: one goroutine may lock and another unlock; the Go
// team's stated reason against recursive-lock checks.

type job struct{ mu sync.Mutex }

func (j *job) begin(work func()) {
	j.mu.Lock()
	go func() {
		defer j.mu.Unlock()
		work()
	}()
}

func (j *job) wait() { j.mu.Lock(); j.mu.Unlock() }
