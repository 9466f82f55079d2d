// Package faulty holds faults that must be found: a sync.RWMutex taken twice,
// at least once to write.
package faulty

import "sync"

// The writer asks for the size, which only reads.

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

func (z *zone) put(name, addr string) {
	z.mu.Lock()
	defer z.mu.Unlock()
	z.records[name] = addr
	z.serial = z.size() // want `zone.mu is read-locked by a goroutine that holds it, a deadlock: read-locked at modes.go:16 \(called from modes.go:25\) while it is held since modes.go:22`
}

// The reader fills what it does not find, without letting go first.

func (z *zone) find(name string) string {
	z.mu.RLock()
	defer z.mu.RUnlock()
	addr, ok := z.records[name]
	if !ok {
		addr = "0.0.0.0"
		z.mu.Lock() // want `zone.mu is locked by a goroutine that has it read-locked, a deadlock: locked at modes.go:36 while it is read-locked since modes.go:31`
		z.records[name] = addr
		z.mu.Unlock()
	}
	return addr
}

// The same through a call.

func (z *zone) touch(name string) bool {
	z.mu.RLock()
	defer z.mu.RUnlock()
	if z.records[name] == "" {
		z.forget(name) // want `zone.mu is locked by a goroutine that has it read-locked, a deadlock: locked at modes.go:56 \(called from modes.go:49\) while it is read-locked since modes.go:46`
		return false
	}
	return true
}

func (z *zone) forget(name string) {
	z.mu.Lock()
	delete(z.records, name)
	z.mu.Unlock()
}

// RLocker's Lock is a read lock.

type journal struct {
	mu    sync.RWMutex
	lines []string
}

func (j *journal) last() string {
	l := j.mu.RLocker()
	l.Lock()
	defer l.Unlock()
	return j.lines[len(j.lines)-1]
}

func (j *journal) repeat() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines = append(j.lines, j.last()) // want `journal.mu is read-locked by a goroutine that holds it, a deadlock: read-locked at modes.go:70 \(called from modes.go:78\) while it is held since modes.go:76`
}

// Written twice.

func (j *journal) add(line string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines = append(j.lines, line)
}

func (j *journal) addAll(lines []string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, l := range lines {
		j.add(l) // want `journal.mu is locked by a goroutine that holds it, a deadlock: locked at modes.go:84 \(called from modes.go:93\) while it is held since modes.go:90`
	}
}
