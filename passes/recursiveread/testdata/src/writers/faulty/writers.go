// Package faulty holds faults that must be found: a writer can come between the
// two read locks.
package faulty

import "sync"

// The writer is an embedded lock's promoted method.

type flags struct {
	sync.RWMutex
	on   map[string]bool
	deps map[string][]string
}

func (f *flags) set(name string, on bool) {
	f.Lock()
	f.on[name] = on
	f.Unlock()
}

func (f *flags) active(name string) bool {
	f.RLock()
	defer f.RUnlock()
	for _, d := range f.deps[name] {
		f.RLock() // want `flags.RWMutex is read-locked twice, a deadlock if the writer at writers.go:16 comes in between: read-locked at writers.go:25 while it is read-locked since writers.go:22`
		on := f.on[d]
		f.RUnlock()
		if !on {
			return false
		}
	}
	return f.on[name]
}

// The writer is a trylock that is followed by a plain Lock.

type gauge struct {
	mu   sync.RWMutex
	vals []int
}

func (g *gauge) add(v int, contended func()) {
	if !g.mu.TryLock() {
		contended()
		g.mu.Lock()
	}
	g.vals = append(g.vals, v)
	g.mu.Unlock()
}

func (g *gauge) len() int {
	g.mu.RLock()
	defer g.mu.RUnlock()
	return len(g.vals)
}

func (g *gauge) mean() int {
	g.mu.RLock()
	defer g.mu.RUnlock()
	sum := 0
	for _, v := range g.vals {
		sum += v
	}
	return sum / g.len() // want `gauge.mu is read-locked twice, a deadlock if the writer at writers.go:45 comes in between: read-locked at writers.go:52 \(called from writers.go:64\) while it is read-locked since writers.go:58`
}

// The writer holds another lock, which the reader does not.

type plan struct {
	admin sync.Mutex
	mu    sync.RWMutex
	steps []string
}

func (p *plan) replace(steps []string) {
	p.admin.Lock()
	defer p.admin.Unlock()
	p.mu.Lock()
	p.steps = steps
	p.mu.Unlock()
}

func (p *plan) size() int {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return len(p.steps)
}

func (p *plan) last() string {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.steps[p.size()-1] // want `plan.mu is read-locked twice, a deadlock if the writer at writers.go:78 comes in between: read-locked at writers.go:84 \(called from writers.go:92\) while it is read-locked since writers.go:90`
}

// The lock is a package variable.

var (
	codecsMu sync.RWMutex
	codecs   = map[string]func(string) string{}
)

func Register(name string, f func(string) string) {
	codecsMu.Lock()
	codecs[name] = f
	codecsMu.Unlock()
}

func lookup(name string) func(string) string {
	codecsMu.RLock()
	defer codecsMu.RUnlock()
	return codecs[name]
}

func pick(names ...string) func(string) string {
	codecsMu.RLock()
	defer codecsMu.RUnlock()
	for _, n := range names {
		if f := lookup(n); f != nil { // want `codecsMu is read-locked twice, a deadlock if the writer at writers.go:103 comes in between: read-locked at writers.go:109 \(called from writers.go:118\) while it is read-locked since writers.go:115`
			return f
		}
	}
	return nil
}
