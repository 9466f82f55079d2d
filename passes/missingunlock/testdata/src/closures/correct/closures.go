// Package correct holds releases that are values, and are called in the end.
package correct

import (
	"context"
	"errors"
	"sync"
)

var errStale = errors.New("stale")

type allocs struct {
	mu    sync.Mutex
	index int
	byID  map[string]int
}

// lock returns what unlocks.
func (a *allocs) lock() (unlock func()) {
	a.mu.Lock()
	return func() { a.mu.Unlock() }
}

func (a *allocs) last() int {
	defer a.lock()()
	return a.index
}

func (a *allocs) upsert(index int, id string) bool {
	unlock := a.lock()
	defer unlock()
	if index < a.index {
		return false
	}
	a.index = index
	a.byID[id] = index
	return true
}

// Hold is exported: whoever calls it unlocks.
func (a *allocs) Hold() func() {
	a.mu.Lock()
	return a.mu.Unlock
}

// acquire returns a release and an error: with an error nothing is held.
func (a *allocs) acquire(ctx context.Context) (func(), error) {
	a.mu.Lock()
	if err := ctx.Err(); err != nil {
		a.mu.Unlock()
		return nil, err
	}
	return a.mu.Unlock, nil
}

func (a *allocs) remove(ctx context.Context, id string) error {
	release, err := a.acquire(ctx)
	if err != nil {
		return err
	}
	defer release()
	delete(a.byID, id)
	return nil
}

// A local closure unlocks, on each way out.
func (a *allocs) reset(index int) error {
	a.mu.Lock()
	done := func(n int) {
		a.index = n
		a.mu.Unlock()
	}
	if index < 0 {
		done(0)
		return errStale
	}
	done(index)
	return nil
}

// The release is kept in what is returned.

type handle struct {
	id      string
	release func()
}

func (a *allocs) open(id string) *handle {
	a.mu.Lock()
	return &handle{id: id, release: a.mu.Unlock}
}

func (h *handle) close() { h.release() }

// The release works once, so both calls may be made.
func (a *allocs) move(from, to string, notify func()) {
	a.mu.Lock()
	release := sync.OnceFunc(a.mu.Unlock)
	defer release()
	n, ok := a.byID[from]
	if !ok {
		return
	}
	a.byID[to] = n
	release()
	notify()
}

// A function is handed the release.
func (a *allocs) swap(index int) int {
	a.mu.Lock()
	return after(a.mu.Unlock, func() int {
		old := a.index
		a.index = index
		return old
	})
}

func after(release func(), f func() int) int {
	defer release()
	return f()
}

// A variable holds the release that fits the lock.

type table struct {
	mu sync.RWMutex
	n  int
}

func (t *table) view(write bool, f func(int)) {
	var unlock func()
	if write {
		t.mu.Lock()
		unlock = t.mu.Unlock
	} else {
		t.mu.RLock()
		unlock = t.mu.RUnlock
	}
	defer unlock()
	f(t.n)
}
