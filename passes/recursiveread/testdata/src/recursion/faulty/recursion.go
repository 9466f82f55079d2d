// Package faulty holds faults that must be found: functions that come back to
// themselves with the read lock held.
package faulty

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

func (t *tree) usage(dir string) int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	sum := t.size[dir]
	for _, k := range t.kids[dir] {
		sum += t.usage(k) // want `tree.mu is read-locked twice, a deadlock if the writer at recursion.go:14 comes in between: read-locked at recursion.go:20 \(called from recursion.go:24\) while it is read-locked since recursion.go:20`
	}
	return sum
}

// Two functions call each other.

func (t *tree) print(dir string) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	println(dir, t.size[dir])
	t.printAll(t.kids[dir]) // want `tree.mu is read-locked twice, a deadlock if the writer at recursion.go:14 comes in between: read-locked at recursion.go:32 \(called from recursion.go:35, recursion.go:40\) while it is read-locked since recursion.go:32`
}

func (t *tree) printAll(dirs []string) {
	for _, d := range dirs {
		t.print(d)
	}
}
