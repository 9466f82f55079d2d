// Package decorators has iterators that wrap iterators. Each closes the inner
// one under its own lock: both orders lead from an outer object to an inner
// one, which never refers back, so no two threads meet the other way round.
package decorators

import "sync"

type Iterator interface {
	Next() bool
	Close()
}

type mix struct {
	mu      sync.Mutex
	sources []Iterator
}

func (m *mix) Next() bool { return false }

func (m *mix) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, s := range m.sources {
		s.Close()
	}
}

type filter struct {
	it   Iterator
	once sync.Once
}

func (f *filter) Next() bool { return f.it.Next() }

func (f *filter) Close() { f.once.Do(func() { f.it.Close() }) }

func NewMix(s ...Iterator) Iterator  { return &mix{sources: s} }
func NewFilter(it Iterator) Iterator { return &filter{it: it} }
