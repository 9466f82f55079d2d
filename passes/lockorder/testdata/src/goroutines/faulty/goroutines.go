// Package faulty holds faults that must be found: a goroutine starts with
// nothing held.
package faulty

import (
	"sync"
)

// A goroutine started by a method takes the two locks in the opposite order
// from the method itself.

type copier struct {
	src, dst sync.Mutex
	a, b     []int
}

func (s *copier) start(tick <-chan struct{}) {
	go func() {
		for range tick {
			s.dst.Lock()
			s.src.Lock()
			s.b = append(s.b, s.a...)
			s.src.Unlock()
			s.dst.Unlock()
		}
	}()
}

func (s *copier) push(n int) {
	s.src.Lock()
	defer s.src.Unlock()
	s.dst.Lock() // want `lock order inversion, a deadlock: copier.dst -> copier.src -> copier.dst:`
	defer s.dst.Unlock()
	if len(s.b) < 100 {
		s.a = append(s.a, n)
	}
}

// Two method values run as goroutines by a small group type and lock in
// opposite orders.

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
	defer m.down.Unlock()
	m.got++
	m.up.Lock()
	m.sent--
	m.up.Unlock()
	return nil
}

func (m *mirror) push() error {
	m.up.Lock()
	defer m.up.Unlock()
	m.sent++
	m.down.Lock() // want `lock order inversion, a deadlock: mirror.down -> mirror.up -> mirror.down:`
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
