// Package correct holds code that only looks like a fault, of which nothing may
// be said: a container runs the function of its caller under the lock of one of
// its entries, and the entries of one container do not stand for those of all.
package correct

import "sync"

// Cache computes the value of a key once.
type Cache[K comparable, V any] struct{ m sync.Map }

type entry[V any] struct {
	mu   sync.Mutex
	done bool
	v    V
}

func (c *Cache[K, V]) Do(key K, f func() V) V {
	e, ok := c.m.Load(key)
	if !ok {
		e, _ = c.m.LoadOrStore(key, new(entry[V]))
	}
	ent := e.(*entry[V])
	ent.mu.Lock()
	defer ent.mu.Unlock()
	if !ent.done {
		ent.v = f()
		ent.done = true
	}
	return ent.v
}

// A package needs its sources, and a generated source needs the package of its
// generator: the keys form no cycle, as no generator needs what it generates.

var (
	packages Cache[string, int]
	sources  Cache[string, int]
)

func loadPackage(path string) int {
	return packages.Do(path, func() int { return loadSource(path+"/doc.go") + 1 })
}

func loadSource(name string) int {
	return sources.Do(name, func() int {
		if name == "generated.go" {
			return loadPackage("generator")
		}
		return len(name)
	})
}

// The sizes are counted under the lock of an entry, and the names looked up
// under that of the count; the entries are of two containers of one type.

var (
	sizes   Cache[string, int]
	names   Cache[string, int]
	countMu sync.Mutex
	count   int
)

func size(key string) int {
	return sizes.Do(key, func() int {
		countMu.Lock()
		defer countMu.Unlock()
		count++
		return count
	})
}

func name(key string) int {
	countMu.Lock()
	defer countMu.Unlock()
	return names.Do(key, func() int { return len(key) })
}
