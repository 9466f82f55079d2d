// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: repeated attempts with something in between, and
// such as end.
package correct

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Advance waits.

type generator struct {
	mu   sync.Mutex
	done uint64
}

func (g *generator) advance(n uint64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.done += n
}

// A sleep between the attempts.

func (g *generator) rewind() {
	wait := time.Millisecond
	for !g.mu.TryLock() {
		time.Sleep(wait)
		wait = min(2*wait, time.Second)
	}
	g.done = 0
	g.mu.Unlock()
}

// The processor is yielded.

func (g *generator) steal() uint64 {
	for !g.mu.TryLock() {
		runtime.Gosched()
	}
	defer g.mu.Unlock()
	g.done++
	return g.done
}

// A bounded number of attempts.

var errContended = errors.New("contended")

func (g *generator) skip(n uint64) error {
	for range 5 {
		if g.mu.TryLock() {
			g.done += n
			g.mu.Unlock()
			return nil
		}
	}
	return errContended
}

// A deadline or a context ends the attempts.

func (g *generator) until(deadline time.Time) bool {
	for !g.mu.TryLock() {
		if time.Now().After(deadline) {
			return false
		}
	}
	g.mu.Unlock()
	return true
}

func (g *generator) cancellable(ctx context.Context) error {
	for !g.mu.TryLock() {
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	defer g.mu.Unlock()
	g.done++
	return nil
}

// A ticker paces the loop.

func (g *generator) flushSoon(ctx context.Context) {
	t := time.NewTicker(20 * time.Millisecond)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
		if g.mu.TryLock() {
			g.done = 0
			g.mu.Unlock()
			return
		}
	}
}

// Between the attempts a task is done that may be what the owner waits for.

type worker struct {
	mu    sync.Mutex
	stop  atomic.Bool
	tasks []func()
}

func (w *worker) help(task func()) {
	for !w.mu.TryLock() {
		task()
	}
	w.tasks = nil
	w.mu.Unlock()
}

// A flag ends the attempts.

func (w *worker) take() func() {
	for !w.stop.Load() {
		if w.mu.TryLock() {
			defer w.mu.Unlock()
			if len(w.tasks) == 0 {
				return nil
			}
			return w.tasks[0]
		}
	}
	return nil
}

// Each round tries another lock.

type slot struct {
	mu sync.Mutex
	n  int
}

func anyFree(slots []*slot) *slot {
	for _, s := range slots {
		if s.mu.TryLock() {
			return s
		}
	}
	return nil
}

func use(slots []*slot) {
	if s := anyFree(slots); s != nil {
		s.n++
		s.mu.Unlock()
	}
}
