package correct

import (
	"sync"
	"time"
)

// held is true exactly while the lock is held, and the deferred call asks for it.

type stream struct {
	write sync.RWMutex
	mu    sync.Mutex
	gone  bool
	n     int
}

func (s *stream) setup(resp chan int, again func() bool) {
	var held bool
	defer func() {
		if held {
			s.write.RUnlock()
		}
	}()
SELECT:
	select {
	case n := <-resp:
		s.write.RLock()
		held = true
		s.mu.Lock()
		if s.gone {
			s.mu.Unlock()
			return
		}
		if n < 0 {
			s.mu.Unlock()
			if again() {
				s.write.RUnlock()
				held = false
				goto SELECT
			}
			return
		}
		s.n = n
		s.mu.Unlock()
	case <-time.After(time.Second):
	}
}
