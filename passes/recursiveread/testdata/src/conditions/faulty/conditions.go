// Package faulty holds faults that must be found: conditions that lead to the
// second acquisition with the lock held.
package faulty

import "sync"

type table struct {
	mu   sync.RWMutex
	rows []string
}

func (t *table) append(row string) {
	t.mu.Lock()
	t.rows = append(t.rows, row)
	t.mu.Unlock()
}

// The caller holds the lock and asks for it to be taken.

func (t *table) at(i int, lock bool) string {
	if lock {
		t.mu.RLock()
		defer t.mu.RUnlock()
	}
	return t.rows[i]
}

func (t *table) last() string {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.at(len(t.rows)-1, true) // want `table.mu is read-locked twice, a deadlock if the writer at conditions.go:13 comes in between: read-locked at conditions.go:22 \(called from conditions.go:31\) while it is read-locked since conditions.go:29`
}

// One way leads there with the lock held.

func (t *table) find(row string) int {
	t.mu.RLock()
	if len(t.rows) == 0 {
		t.mu.RUnlock()
		return -1
	}
	for i, r := range t.rows {
		if r == row {
			t.mu.RUnlock()
			return i
		}
	}
	i := t.len() // want `table.mu is read-locked twice, a deadlock if the writer at conditions.go:13 comes in between: read-locked at conditions.go:54 \(called from conditions.go:48\) while it is read-locked since conditions.go:37`
	t.mu.RUnlock()
	return i
}

func (t *table) len() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return len(t.rows)
}

// Read-locked for each element, and released at the end of the function.

func (t *table) pick(is ...int) (out []string) {
	for _, i := range is {
		t.mu.RLock() // want `table.mu is read-locked twice, a deadlock if the writer at conditions.go:13 comes in between: read-locked at conditions.go:63 while it is read-locked since conditions.go:63`
		defer t.mu.RUnlock()
		out = append(out, t.rows[i])
	}
	return out
}
