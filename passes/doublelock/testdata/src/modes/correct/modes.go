// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: a sync.RWMutex taken in both modes.
package correct

import "sync"

type zone struct {
	mu      sync.RWMutex
	records map[string]string
	serial  int
}

func (z *zone) size() int {
	z.mu.RLock()
	defer z.mu.RUnlock()
	return len(z.records)
}

// The writer counts for itself.

func (z *zone) put(name, addr string) {
	z.mu.Lock()
	defer z.mu.Unlock()
	z.records[name] = addr
	z.serial = len(z.records)
}

// The reader lets go before it writes, and looks again.

func (z *zone) find(name string) string {
	z.mu.RLock()
	addr, ok := z.records[name]
	z.mu.RUnlock()
	if ok {
		return addr
	}
	z.mu.Lock()
	defer z.mu.Unlock()
	if addr, ok := z.records[name]; ok {
		return addr
	}
	z.records[name] = "0.0.0.0"
	return "0.0.0.0"
}

// From writing to reading, with nothing held in between.

func (z *zone) publish(send func(map[string]string)) {
	z.mu.Lock()
	z.serial++
	z.mu.Unlock()
	z.mu.RLock()
	defer z.mu.RUnlock()
	send(z.records)
}

// The mode is chosen, and so is the release.

func (z *zone) visit(write bool, f func(map[string]string)) {
	if write {
		z.mu.Lock()
		defer z.mu.Unlock()
	} else {
		z.mu.RLock()
		defer z.mu.RUnlock()
	}
	f(z.records)
}

// A locker of either mode, taken once.

func (z *zone) names(write bool) (out []string) {
	var l sync.Locker = z.mu.RLocker()
	if write {
		l = &z.mu
	}
	l.Lock()
	defer l.Unlock()
	for n := range z.records {
		out = append(out, n)
	}
	return out
}

// A read lock under a read lock is for another analyzer to judge.

func (z *zone) summary() (int, int) {
	z.mu.RLock()
	defer z.mu.RUnlock()
	return z.serial, z.size()
}

// An upgrade that only tries.

func (z *zone) sweep() {
	z.mu.RLock()
	n := len(z.records)
	z.mu.RUnlock()
	if n > 100 && z.mu.TryLock() {
		clear(z.records)
		z.mu.Unlock()
	}
}
