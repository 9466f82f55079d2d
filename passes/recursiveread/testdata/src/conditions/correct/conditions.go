// Package correct holds code of which nothing may be said: the conditions keep
// the two acquisitions apart.
package correct

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

// The caller that holds the lock says so.

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
	return t.at(len(t.rows)-1, false)
}

func (t *table) First() string { return t.at(0, true) }

// Each way to the second acquisition has released.

func (t *table) find(row string) int {
	t.mu.RLock()
	for i, r := range t.rows {
		if r == row {
			t.mu.RUnlock()
			return i
		}
	}
	t.mu.RUnlock()
	return t.len()
}

func (t *table) len() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return len(t.rows)
}

// A function literal makes an end for each element.

func (t *table) pick(is ...int) (out []string) {
	for _, i := range is {
		func() {
			t.mu.RLock()
			defer t.mu.RUnlock()
			out = append(out, t.rows[i])
		}()
	}
	return out
}

// Read first, and then write, or read again.

func (t *table) ensure(row string) int {
	if i := t.find(row); i >= 0 {
		return i
	}
	t.mu.Lock()
	t.rows = append(t.rows, row)
	t.mu.Unlock()
	t.mu.RLock()
	defer t.mu.RUnlock()
	return len(t.rows) - 1
}

// The mode depends on the same flag at both ends.

func (t *table) visit(write bool, f func([]string)) {
	if write {
		t.mu.Lock()
	} else {
		t.mu.RLock()
	}
	f(t.rows)
	if write {
		t.mu.Unlock()
	} else {
		t.mu.RUnlock()
	}
	if !write {
		t.mu.RLock()
		defer t.mu.RUnlock()
		f(t.rows)
	}
}
