package correct

import "sync"

// A hook is installed over the old one, and calls it under its own lock.

type settings struct {
	onChange func(key string)
}

type journal struct {
	mu   sync.Mutex
	keys []string
}

func (j *journal) attach(s *settings) {
	old := s.onChange
	s.onChange = func(key string) {
		j.mu.Lock()
		defer j.mu.Unlock()
		j.keys = append(j.keys, key)
		if old != nil {
			old(key)
		}
	}
}

func (s *settings) set(key string) {
	if s.onChange != nil {
		s.onChange(key)
	}
}

func watched() *settings {
	s := &settings{}
	first, second := &journal{}, &journal{}
	first.attach(s)
	second.attach(s)
	s.set("color")
	return s
}
