package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/semaphore"

	"github.com/lockvet/lockvet/runtime/adaptive"
	"github.com/lockvet/lockvet/runtime/adaptive/internal/machine"
)

// A lock is what the workloads need. TrySpin is the spinning trylock where
// there is one, and the plain one elsewhere.
type lock interface {
	sync.Locker
	TryLock() bool
	TrySpin() bool
}

// A kind is a lock to compare.
type kind struct {
	name string
	make func() lock
	solo solo
}

// trying are further locks for workloads that use a trylock: what others could
// do as well.
var trying = []kind{{"sync.Mutex, tried for 8 µs", func() lock { return new(tried) }, nil}}

// kinds are the locks under comparison. The first is what the others are
// compared with.
var kinds = []kind{
	{"sync.Mutex", func() lock { return new(plain) }, soloSync},
	{"adaptive", func() lock { return new(spinning) }, soloAdaptive},
	{"queue", func() lock { return new(queueMutex) }, soloQueue},
	{"chan", func() lock { return make(channel, 1) }, soloChannel},
	{"semaphore", func() lock { return newWeighted() }, soloSemaphore},
	{"cas", func() lock { return new(spinFlag) }, soloFlag},
}

// kindsNamed returns the locks of a list of names separated by commas, the
// first of all kinds always among them.
func kindsNamed(list string) ([]kind, error) {
	chosen := kinds[:1:1]
	for name := range strings.SplitSeq(list, ",") {
		i := slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })
		if i < 0 {
			return nil, fmt.Errorf("no lock is named %q; there are %s", name, kindNames())
		}
		if !slices.ContainsFunc(chosen, func(k kind) bool { return k.name == name }) {
			chosen = append(chosen, kinds[i])
		}
	}
	return chosen, nil
}

func kindNames() string {
	var names []string
	for _, k := range kinds {
		names = append(names, k.name)
	}
	return strings.Join(names, ",")
}

type plain struct{ sync.Mutex }

func (m *plain) TrySpin() bool { return m.TryLock() }

type spinning struct{ adaptive.Mutex }

func (m *spinning) TrySpin() bool { return m.TryLockSpin() }

// A tried lock spins as long as an adaptive mutex does, by trying again.
type tried struct{ sync.Mutex }

func (m *tried) TrySpin() bool { return tryFor(m) }

func tryFor(m interface{ TryLock() bool }) bool {
	for start := machine.Nanotime(); machine.Nanotime()-start < 8000; {
		if m.TryLock() {
			return true
		}
		machine.Pause(1)
	}
	return false
}

// A channel of capacity one, the lock that is often recommended.
type channel chan struct{}

func (c channel) Lock()   { c <- struct{}{} }
func (c channel) Unlock() { <-c }
func (c channel) TryLock() bool {
	select {
	case c <- struct{}{}:
		return true
	default:
		return false
	}
}
func (c channel) TrySpin() bool { return c.TryLock() }

// A weighted semaphore of weight one.
type weighted struct{ *semaphore.Weighted }

func newWeighted() weighted { return weighted{semaphore.NewWeighted(1)} }

func (w weighted) Lock() {
	// The error is the context's, and this context never ends.
	_ = w.Acquire(context.Background(), 1)
}
func (w weighted) Unlock()       { w.Release(1) }
func (w weighted) TryLock() bool { return w.TryAcquire(1) }
func (w weighted) TrySpin() bool { return w.TryLock() }

// A spinFlag is the simplest spin lock, which gives way between attempts.
type spinFlag struct{ held atomic.Bool }

func (f *spinFlag) Lock() {
	for !f.held.CompareAndSwap(false, true) {
		runtime.Gosched()
	}
}
func (f *spinFlag) Unlock()       { f.held.Store(false) }
func (f *spinFlag) TryLock() bool { return f.held.CompareAndSwap(false, true) }
func (f *spinFlag) TrySpin() bool { return f.TryLock() }
