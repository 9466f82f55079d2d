package faulty

import "sync"

// The writer locks in a helper that is given the lock.

type rows struct {
	mu   sync.RWMutex
	vals []int
}

func writing(mu *sync.RWMutex, f func()) {
	mu.Lock()
	defer mu.Unlock()
	f()
}

func (r *rows) add(n int) { writing(&r.mu, func() { r.vals = append(r.vals, n) }) }

func (r *rows) len() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return len(r.vals)
}

func (r *rows) last() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.vals[r.len()-1] // want `rows.mu is read-locked twice, a deadlock if the writer at helpers.go:13 comes in between: read-locked at helpers.go:21 \(called from helpers.go:29\) while it is read-locked since helpers.go:27`
}

// The writer locks through a method that returns the release.

type rwlock struct{ m sync.RWMutex }

func (l *rwlock) read() func() {
	l.m.RLock()
	return l.m.RUnlock
}

func (l *rwlock) write() func() {
	l.m.Lock()
	return l.m.Unlock
}

type notes struct {
	lock rwlock
	text []string
}

func (n *notes) append(s string) {
	defer n.lock.write()()
	n.text = append(n.text, s)
}

func (n *notes) words() int {
	defer n.lock.read()()
	return len(n.text)
}

func (n *notes) average() int {
	defer n.lock.read()()
	return n.words() / len(n.text) // want `notes.lock.m is read-locked twice, a deadlock if the writer at helpers.go:\d+ comes in between: read-locked at helpers.go:37 \(called from helpers.go:63, helpers.go:57\) while it is read-locked since helpers.go:37 \(called from helpers.go:62\)`
}

// The two methods of a wrapper, and a writer by its Lock.

type guard struct{ m sync.RWMutex }

func (g *guard) Lock()    { g.m.Lock() }
func (g *guard) Unlock()  { g.m.Unlock() }
func (g *guard) RLock()   { g.m.RLock() }
func (g *guard) RUnlock() { g.m.RUnlock() }

type prices struct {
	lock guard
	m    map[string]int
}

func (p *prices) set(name string, n int) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.m[name] = n
}

func (p *prices) get(name string) int {
	p.lock.RLock()
	defer p.lock.RUnlock()
	return p.m[name]
}

func (p *prices) diff(a, b string) int {
	p.lock.RLock()
	defer p.lock.RUnlock()
	return p.get(a) - p.m[b] // want `prices.lock.m is read-locked twice, a deadlock if the writer at helpers.go:\d+ comes in between: .*`
}
