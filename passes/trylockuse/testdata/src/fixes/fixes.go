// Package fixes ignores results of trylocks. Where the lock is released in any
// case, it was meant to be waited for.
package fixes

import "sync"

type table struct {
	mu   sync.RWMutex
	rows map[string]int
}

func (t *table) add(k string) {
	t.mu.TryLock() // want `the result is ignored that says whether table.mu is locked`
	defer t.mu.Unlock()
	t.rows[k]++
}

func (t *table) get(k string) int {
	t.mu.TryRLock() // want `the result is ignored that says whether table.mu is locked`
	n := t.rows[k]
	t.mu.RUnlock()
	return n
}

type list struct {
	sync.Mutex
	items []string
}

func (l *list) push(s string) {
	(l.TryLock)() // want `the result is ignored that says whether list.Mutex is locked`
	l.items = append(l.items, s)
	l.Unlock()
}

// No fix: with the result assigned, Lock would not compile.

func (l *list) pop() {
	_ = l.TryLock() // want `the result is ignored that says whether list.Mutex is locked`
	l.items = l.items[1:]
	l.Unlock()
}

// No fix: the lock is not released here, so what was meant is unknown.

func (l *list) clear() {
	l.TryLock() // want `the result is ignored that says whether list.Mutex is locked`
	l.items = nil
}

// No fix: the lock's own method is called in a helper.

func (l *list) begin() bool { return l.TryLock() }

func (l *list) last() string {
	l.begin() // want `the result is ignored that says whether list.Mutex is locked`
	defer l.Unlock()
	return l.items[len(l.items)-1]
}
