// Package faults has faults of one lock that its tests survive.
package faults

import "sync"

type Page struct {
	mu    sync.RWMutex
	words []string
}

// Count may be called under the read lock, or so it seems.
func (p *Page) Count() int {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return len(p.words)
}

func (p *Page) Average() int {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return len(p.words) / max(p.Count(), 1)
}

func (p *Page) Add(word string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.words = append(p.words, word)
}

type Memo struct {
	mu     sync.RWMutex
	values map[string]int
}

// Get locks for writing what it has locked for reading.
func (m *Memo) Get(key string) int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if v, ok := m.values[key]; ok {
		return v
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.values[key] = len(key)
	return len(key)
}

type Account struct {
	mu    sync.Mutex
	value int
}

// Take forgets the lock on one way out.
func (a *Account) Take(n int) bool {
	a.mu.Lock()
	if a.value < n {
		return false
	}
	a.value -= n
	a.mu.Unlock()
	return true
}

type Feed struct{ mu sync.Mutex }

type Sink struct{ mu sync.Mutex }

// Push polls for the other lock, and holds its own.
func (f *Feed) Push(s *Sink, again func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for !s.mu.TryLock() {
		again()
	}
	s.mu.Unlock()
}

func (s *Sink) Pull(f *Feed) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f.mu.Lock()
	defer f.mu.Unlock()
}
