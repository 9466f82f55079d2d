package correct

import (
	"errors"
	"os"
	"sync"
)

// find returns the shelf locked, if there is one, and says so.

type shelf struct {
	mu    sync.Mutex
	full  bool
	books int
}

type library struct{ shelves map[string]*shelf }

func (l *library) find(name string) (*shelf, bool) {
	s, ok := l.shelves[name]
	if !ok {
		return nil, false
	}
	s.mu.Lock()
	return s, true
}

func (l *library) put(name string) bool {
	s, ok := l.find(name)
	if !ok {
		return false
	}
	defer s.mu.Unlock()
	if s.full {
		return false
	}
	s.books++
	return true
}

func (l *library) count(name string) int {
	s, ok := l.find(name)
	if !ok {
		return 0
	}
	n := s.books
	s.mu.Unlock()
	return n
}

// Lock locks a file between processes, and a mutex within this one.

type fileMutex struct {
	path string
	mu   sync.Mutex
}

func (m *fileMutex) Lock() (unlock func(), err error) {
	if m.path == "" {
		return nil, errors.New("no path")
	}
	f, err := os.OpenFile(m.path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	return func() {
		m.mu.Unlock()
		f.Close()
	}, nil
}

func (m *fileMutex) write(data []byte) error {
	unlock, err := m.Lock()
	if err != nil {
		return err
	}
	defer unlock()
	return os.WriteFile(m.path+".data", data, 0o666)
}
