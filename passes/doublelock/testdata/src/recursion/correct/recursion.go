// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: functions that come back to themselves.
package correct

import "sync"

// The entry locks, and the walk expects the lock.

type files struct {
	mu   sync.Mutex
	kids map[string][]string
	size map[string]int
}

func (f *files) Usage(dir string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.usage(dir)
}

func (f *files) usage(dir string) int {
	sum := f.size[dir]
	for _, k := range f.kids[dir] {
		sum += f.usage(k)
	}
	return sum
}

// Each level lets go before it goes on.

func (f *files) count(dir string) int {
	f.mu.Lock()
	kids := append([]string(nil), f.kids[dir]...)
	f.mu.Unlock()
	n := 1
	for _, k := range kids {
		n += f.count(k)
	}
	return n
}

// Only the outermost call locks.

func (f *files) depth(dir string, top bool) int {
	if top {
		f.mu.Lock()
		defer f.mu.Unlock()
	}
	d := 0
	for _, k := range f.kids[dir] {
		d = max(d, f.depth(k, false))
	}
	return d + 1
}

// Each level has a lock of its own.

type node struct {
	mu   sync.Mutex
	kids []*node
	n    int
}

func (n *node) sum() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	s := n.n
	for _, k := range n.kids {
		s += k.sum()
	}
	return s
}

func (n *node) walk(f func(*node)) {
	var visit func(*node)
	visit = func(m *node) {
		m.mu.Lock()
		defer m.mu.Unlock()
		f(m)
		for _, k := range m.kids {
			visit(k)
		}
	}
	visit(n)
}

// It tries again after the release.

func (f *files) remove(dir string, busy func() bool) {
	f.mu.Lock()
	if busy() {
		f.mu.Unlock()
		f.remove(dir, busy)
		return
	}
	delete(f.kids, dir)
	f.mu.Unlock()
}
