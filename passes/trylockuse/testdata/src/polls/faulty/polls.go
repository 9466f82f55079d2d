// Package faulty holds faults that must be found: a lock that is tried until it
// is free, with nothing between the attempts.
package faulty

import "sync"

// An empty loop.

type generator struct {
	mu   sync.Mutex
	done uint64
}

func (g *generator) advance(n uint64) {
	for !g.mu.TryLock() { // want `^generator.mu is tried again and again with nothing in between, which burns a CPU: use Lock$`
	}
	defer g.mu.Unlock()
	g.done += n
}

// The rounds are only counted.

type latches struct {
	mu    sync.Mutex
	held  map[string]int
	spins int
}

func (l *latches) acquire(key string) {
	spins := 0
	for !l.mu.TryLock() { // want `latches.mu is tried again and again with nothing in between`
		spins++
	}
	l.held[key]++
	l.spins += spins
	l.mu.Unlock()
}

// An endless loop that success leaves.

type peers struct {
	mu   sync.RWMutex
	seen map[string]int64
}

func (p *peers) sweep(now int64) {
	for {
		if p.mu.TryLock() { // want `peers.mu is tried again and again with nothing in between`
			break
		}
	}
	defer p.mu.Unlock()
	for k, t := range p.seen {
		if t < now {
			delete(p.seen, k)
		}
	}
}

// A reader polls too.

func (p *peers) get(k string) int64 {
	for {
		if !p.mu.TryRLock() { // want `peers.mu is tried again and again with nothing in between`
			continue
		}
		t := p.seen[k]
		p.mu.RUnlock()
		return t
	}
}

// The result is a variable that the loop tests, and a label that is jumped to.

var (
	logMu sync.Mutex
	lines []string
)

func log(s string) {
	locked := false
	for !locked {
		locked = logMu.TryLock() // want `logMu is tried again and again with nothing in between`
	}
	lines = append(lines, s)
	logMu.Unlock()
}

func unlog() {
again:
	if !logMu.TryLock() { // want `logMu is tried again and again with nothing in between`
		goto again
	}
	lines = nil
	logMu.Unlock()
}
