// Package faulty holds faults that must be found: functions that come back to
// themselves with the lock held.
package faulty

import "sync"

// Each level of the walk takes the lock of the whole tree.

type files struct {
	mu   sync.Mutex
	kids map[string][]string
	size map[string]int
}

func (f *files) usage(dir string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	sum := f.size[dir]
	for _, k := range f.kids[dir] {
		sum += f.usage(k) // want `files.mu is locked by a goroutine that holds it, a deadlock: locked at recursion.go:16 \(called from recursion.go:20\) while it is held since recursion.go:16`
	}
	return sum
}

// Two functions call each other, and one of them locks.

type grammar struct {
	mu    sync.Mutex
	rules map[string][]string
	seen  map[string]int
}

func (g *grammar) expand(rule string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.seen[rule]++
	g.each(rule) // want `grammar.mu is locked by a goroutine that holds it, a deadlock: locked at recursion.go:34 \(called from recursion.go:37, recursion.go:42\) while it is held since recursion.go:34`
}

func (g *grammar) each(rule string) {
	for _, r := range g.rules[rule] {
		g.expand(r)
	}
}

// A method value of the function comes back to it through another one.

func (f *files) each(dir string, visit func(string)) {
	for _, k := range f.kids[dir] {
		visit(k)
	}
}

func (f *files) clear(dir string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.size, dir)
	f.each(dir, f.clear) // want `files.mu is locked by a goroutine that holds it, a deadlock: locked at recursion.go:55 \(called from recursion.go:58, recursion.go:50\) while it is held since recursion.go:55`
}
