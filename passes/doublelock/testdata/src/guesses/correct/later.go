package correct

import (
	"errors"
	"sync"
)

// A function that is set only after the call in which it could have run.

type Sub struct {
	mu   sync.Mutex
	done func()
}

func (s *Sub) Unsubscribe() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done != nil {
		s.done()
	}
}

func subscribe(key string) (*Sub, error) {
	sub := &Sub{}
	if key == "" {
		sub.Unsubscribe()
		return nil, errors.New("no key")
	}
	return sub, nil
}

type watcher struct {
	mu      sync.Mutex
	updates chan int
}

func Watch(key string) (*watcher, error) {
	w := &watcher{updates: make(chan int)}
	w.mu.Lock()
	defer w.mu.Unlock()
	sub, err := subscribe(key)
	if err != nil {
		return nil, err
	}
	sub.mu.Lock()
	sub.done = func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		close(w.updates)
	}
	sub.mu.Unlock()
	return w, nil
}
