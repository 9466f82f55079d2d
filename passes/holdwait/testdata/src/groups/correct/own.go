package correct

import "sync"

// The group is of this run of the goroutine. Done comes from what start runs, or
// from here, before Wait.

type stream struct {
	write sync.RWMutex
	mu    sync.Mutex
	n     int
}

func start(running bool, f func()) bool {
	if !running {
		return false
	}
	go func() { f() }()
	return true
}

func (s *stream) work(ready *sync.WaitGroup) {
	ready.Done()
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
}

func (s *stream) setup() {
	go func() {
		s.write.RLock()
		defer s.write.RUnlock()
		s.mu.Lock()
		ready := sync.WaitGroup{}
		ready.Add(1)
		if s.n < 0 {
			s.mu.Unlock()
			return
		}
		if !start(s.n > 3, func() { s.work(&ready) }) {
			ready.Done()
		}
		s.mu.Unlock()
		ready.Wait()
	}()
}

func (s *stream) Migrate() {
	s.write.Lock()
	defer s.write.Unlock()
	s.n = 0
}
