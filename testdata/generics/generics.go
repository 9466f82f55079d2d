// Package generics has cycles through generic types and functions.
package generics

import "sync"

// Classes are those of the generic type, whatever its arguments.

type Cache[K comparable, V any] struct {
	mu   sync.Mutex
	data map[K]V
	idx  *Index[K]
}

type Index[K comparable] struct {
	mu   sync.RWMutex
	keys []K
}

func (c *Cache[K, V]) Put(k K, v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.data[k] = v
	c.idx.add(k)
}

func (x *Index[K]) add(k K) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.keys = append(x.keys, k)
}

func (c *Cache[K, V]) get(k K) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.data[k]
}

func collect(x *Index[string], c *Cache[string, int]) (n int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, k := range x.keys {
		n += c.get(k) // want lockorder `Cache.*\.mu`
	}
	return n
}

// A generic wrapper is transparent: the two locks are the two fields, although
// the code that locks them is the same.

type Guarded[T any] struct {
	mu sync.Mutex
	v  T
}

func (g *Guarded[T]) Lock() *T { g.mu.Lock(); return &g.v }
func (g *Guarded[T]) Release() { g.mu.Unlock() }

type store struct {
	names Guarded[[]string]
	sizes Guarded[map[string]int]
}

func (s *store) add(name string, size int) {
	names := s.names.Lock()
	defer s.names.Release()
	*names = append(*names, name)
	sizes := s.sizes.Lock()
	defer s.sizes.Release()
	(*sizes)[name] = size
}

func (s *store) prune() {
	sizes := s.sizes.Lock()
	defer s.sizes.Release()
	names := s.names.Lock() // want lockorder `store\.(names|sizes)`
	defer s.names.Release()
	clear(*sizes)
	*names = nil
}

// A generic function that locks what its type parameter offers.

func with[L sync.Locker](l L, f func()) {
	l.Lock()
	defer l.Unlock()
	f()
}

var outer, inner sync.Mutex

func nest() {
	with(&outer, func() {
		inner.Lock()
		defer inner.Unlock()
	})
}

func invert() {
	inner.Lock()
	defer inner.Unlock()
	outer.Lock() // want lockorder `outer`
	defer outer.Unlock()
}
