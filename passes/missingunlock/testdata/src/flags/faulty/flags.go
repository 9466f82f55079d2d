// Package faulty holds flags that keep others out and stay set.
package faulty

import (
	"errors"
	"sync/atomic"
)

var errBusy = errors.New("busy")

// A compare-and-swap takes the flag.

type reloader struct {
	busy  atomic.Bool
	value string
}

func (r *reloader) reload(read func() (string, error)) error {
	if !r.busy.CompareAndSwap(false, true) {
		return errBusy
	}
	v, err := read()
	if err != nil {
		return err // want `^reloader.busy is not unlocked on this path: locked at flags.go:19$`
	}
	r.value = v
	r.busy.Store(false)
	return nil
}

// The flag is an integer.

type flusher struct {
	running int32
	pending []string
}

func (f *flusher) flush(write func(string) error) error {
	if !atomic.CompareAndSwapInt32(&f.running, 0, 1) {
		return errBusy
	}
	for _, s := range f.pending {
		if err := write(s); err != nil {
			return err // want `^flusher.running is not unlocked on this path: locked at flags.go:39$`
		}
	}
	f.pending = nil
	atomic.StoreInt32(&f.running, 0)
	return nil
}

// Each round of a loop takes the flag.

type scanner struct {
	active atomic.Bool
	seen   int
}

func (s *scanner) run(batches <-chan []int) {
	for b := range batches {
		if !s.active.CompareAndSwap(false, true) {
			continue
		}
		if len(b) == 0 {
			continue // want `^scanner.active is not unlocked on this way out of the loop body: locked at flags.go:61$`
		}
		s.seen += len(b)
		s.active.Store(false)
	}
}

// A lock that spins.

type spin struct{ state atomic.Int32 }

func (s *spin) Lock() {
	for !s.state.CompareAndSwap(0, 1) {
	}
}

func (s *spin) Unlock() { s.state.Store(0) }

type cache struct {
	lock spin
	m    map[string]int
}

func (c *cache) get(key string, load func(string) int) int {
	c.lock.Lock()
	if v, ok := c.m[key]; ok {
		return v // want `^cache.lock.state is not unlocked on this path: locked at flags.go:77 \(called from flags.go:89\)$`
	}
	v := load(key)
	c.m[key] = v
	c.lock.Unlock()
	return v
}

// The flag is an atomic integer.

type sweeper struct {
	state atomic.Int32
	swept int
}

func (s *sweeper) sweep(n int) bool {
	if !s.state.CompareAndSwap(0, 1) {
		return false
	}
	if n == 0 {
		return false // want `^sweeper.state is not unlocked on this path: locked at flags.go:107$`
	}
	s.swept += n
	s.state.Store(0)
	return true
}
