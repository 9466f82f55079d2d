// Command planted has one data race, which its argument chooses: two goroutines
// write a variable, and all they do about it is to meet in a lock that orders
// nothing, because neither acquires it or because the order is the wrong one.
// The race detector reports each with sync.Mutex.
//
//	planted sync|adaptive|audited RACE
package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lockvet/lockvet/runtime/adaptive"
)

type mutex interface {
	sync.Locker
	TryLock() bool
	TryLockSpin() bool
	TryLockFor(time.Duration) bool
	LockContext(context.Context) error
}

// plain is sync.Mutex with the same methods, as far as it can.
type plain struct{ sync.Mutex }

func (m *plain) TryLockSpin() bool                     { return m.TryLock() }
func (m *plain) TryLockFor(time.Duration) bool         { return m.TryLock() }
func (m *plain) LockContext(ctx context.Context) error { return context.Canceled }

// races are what the goroutines do, the first before it lets the second start.
var races = map[string]struct{ first, second func(m, other mutex) }{
	"trylock": {
		func(m, _ mutex) { written = 1; m.TryLock() },
		func(m, _ mutex) { m.TryLock(); written = 2 },
	},
	"spin": {
		func(m, _ mutex) { written = 1; m.TryLockSpin() },
		func(m, _ mutex) { m.TryLockSpin(); written = 2 },
	},
	"timed": {
		func(m, _ mutex) { written = 1; m.TryLockFor(time.Millisecond) },
		func(m, _ mutex) { m.TryLockFor(time.Millisecond); written = 2 },
	},
	"wait": { // the first one still waits when the second one writes
		func(m, _ mutex) { written = 1; go acquire(m) },
		func(m, _ mutex) { m.TryLockSpin(); written = 2 },
	},
	"two locks": {
		func(m, _ mutex) { written = 1; m.TryLockFor(time.Millisecond) },
		func(_, other mutex) { other.TryLockFor(time.Millisecond); written = 2 },
	},
	"context": {
		func(m, _ mutex) { written = 1; lockBriefly(m) },
		func(m, _ mutex) { lockBriefly(m); written = 2 },
	},
}

var written int

func acquire(m mutex) { m.Lock(); m.Unlock() }

func lockBriefly(m mutex) {
	done := make(chan struct{})
	close(done)
	_ = m.LockContext(&ended{done: done})
}

// An ended context looks alive when it is first asked, so that LockContext goes
// on to wait. The contexts of package context would not do, since their timers
// and their parents establish orders.
type ended struct {
	context.Context
	done  chan struct{}
	asked bool
}

func (c *ended) Done() <-chan struct{} { return c.done }

func (c *ended) Err() error {
	if !c.asked {
		c.asked = true
		return nil
	}
	return context.Canceled
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: planted sync|adaptive|audited RACE")
		os.Exit(2)
	}
	makeLock := map[string]func() mutex{
		"sync":     func() mutex { return new(plain) },
		"adaptive": func() mutex { return new(adaptive.Mutex) },
		"audited":  func() mutex { return new(adaptive.Audited) },
	}[os.Args[1]]
	race, known := races[os.Args[2]]
	if makeLock == nil || !known {
		fmt.Fprintf(os.Stderr, "planted: no lock %q or no race %q\n", os.Args[1], os.Args[2])
		os.Exit(2)
	}
	// Spinning takes somebody else who runs, and nobody who wants to.
	runtime.GOMAXPROCS(4)
	go func() {
		for {
		}
	}()
	m, other := makeLock(), makeLock()
	m.Lock()
	other.Lock()
	// The first timer of a program reads a setting once for all, which orders
	// whoever sets the first two.
	time.NewTimer(time.Nanosecond).Stop()
	var turn atomic.Bool
	var all sync.WaitGroup
	all.Go(func() {
		race.first(m, other)
		unseen(func() { turn.Store(true) })
	})
	all.Go(func() {
		unseen(func() {
			for !turn.Load() {
				runtime.Gosched()
			}
		})
		race.second(m, other)
	})
	all.Wait()
}
