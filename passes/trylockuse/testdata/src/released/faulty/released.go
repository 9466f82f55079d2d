// Package faulty holds faults that must be found: locks that are released
// though the attempt to take them failed.
package faulty

import (
	"errors"
	"log"
	"sync"
)

// The failed branch logs and falls through to the release.

type scheduler struct {
	mu      sync.Mutex
	configs map[string]string
}

func (s *scheduler) schedule(id, cfg string) {
	if !s.mu.TryLock() { // want `^scheduler.mu is unlocked at released.go:23 even if this attempt to lock it has failed$`
		log.Printf("scheduler busy, %s delayed", id)
	}
	s.configs[id] = cfg
	s.mu.Unlock()
}

// The release is deferred before the result is looked at.

var errBusy = errors.New("busy")

type compactor struct {
	mu  sync.Mutex
	rev int64
}

func (c *compactor) compact(rev int64) error {
	ok := c.mu.TryLock() // want `compactor.mu is unlocked at released.go:\d+ even if this attempt to lock it has failed`
	defer c.mu.Unlock()
	if !ok {
		return errBusy
	}
	c.rev = max(c.rev, rev)
	return nil
}

// The test is the wrong way round.

type archive struct {
	mu   sync.Mutex
	last int
}

func (a *archive) store(index int) error {
	if a.mu.TryLock() { // want `archive.mu is unlocked at released.go:\d+ even if this attempt to lock it has failed`
		return errBusy
	}
	defer a.mu.Unlock()
	a.last = index
	return nil
}

// A reader's lock, of which one arm of a switch forgets.

type routes struct {
	mu    sync.RWMutex
	table map[string]string
}

func (r *routes) find(name, fallback string) string {
	addr := fallback
	switch got := r.mu.TryRLock(); { // want `routes.mu is unlocked at released.go:\d+ even if this attempt to lock it has failed`
	case got:
		addr = r.table[name]
	case name == "":
		return ""
	}
	r.mu.RUnlock()
	return addr
}

func (r *routes) set(name, addr string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.table[name] = addr
}

// The failure is one of two reasons to skip the work, and the release does not
// tell them apart.

type journal struct {
	mu    sync.Mutex
	lines []string
}

func (j *journal) flush(w func(string), paused bool) {
	got := j.mu.TryLock() // want `journal.mu is unlocked at released.go:\d+ even if this attempt to lock it has failed`
	if got && !paused {
		for _, l := range j.lines {
			w(l)
		}
		j.lines = nil
	}
	if !paused {
		j.mu.Unlock()
	}
}

// A loop over many: a busy one is skipped, but not its release.

type shard struct {
	mu sync.Mutex
	n  int
}

func drain(shards []*shard) (sum int) {
	for _, s := range shards {
		if s.mu.TryLock() { // want `shard.mu is unlocked at released.go:\d+ even if this attempt to lock it has failed`
			sum += s.n
			s.n = 0
		}
		s.mu.Unlock()
	}
	return sum
}
