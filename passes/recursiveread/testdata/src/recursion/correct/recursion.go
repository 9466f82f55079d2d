// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: functions that come back to themselves.
package correct

import "sync"

type tree struct {
	mu   sync.RWMutex
	kids map[string][]string
	size map[string]int
}

func (t *tree) set(dir string, n int) {
	t.mu.Lock()
	t.size[dir] = n
	t.mu.Unlock()
}

// The entry locks, and the walk expects the lock.

func (t *tree) Usage(dir string) int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.usage(dir)
}

func (t *tree) usage(dir string) int {
	sum := t.size[dir]
	for _, k := range t.kids[dir] {
		sum += t.usage(k)
	}
	return sum
}

// Each level lets go before it goes on.

func (t *tree) print(dir string) {
	t.mu.RLock()
	n, kids := t.size[dir], t.kids[dir]
	t.mu.RUnlock()
	println(dir, n)
	for _, k := range kids {
		t.print(k)
	}
}

// Each level has a lock of its own.

type node struct {
	mu   sync.RWMutex
	kids []*node
	n    int
}

func (n *node) add(v int) {
	n.mu.Lock()
	n.n += v
	n.mu.Unlock()
}

func (n *node) sum() int {
	n.mu.RLock()
	defer n.mu.RUnlock()
	s := n.n
	for _, k := range n.kids {
		s += k.sum()
	}
	return s
}
