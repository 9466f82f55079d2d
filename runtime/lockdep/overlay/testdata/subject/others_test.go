package subject

import (
	"iter"
	"runtime"
	"sync"
)

// holdFor calls f while a goroutine holds l, and has that goroutine release it
// once f waits, as far as that can be told: f finds the lock taken in any case.
func holdFor(l sync.Locker, f func()) {
	l.Lock()
	var started sync.WaitGroup
	started.Add(1)
	go func() {
		started.Wait()
		for range 100 {
			runtime.Gosched()
		}
		l.Unlock()
	}()
	started.Done()
	f()
}

// signalTo ends a Wait on c that the caller enters next. The caller holds the lock
// from before the call, so the signal cannot come too early.
func signalTo(c *sync.Cond) {
	go func() {
		c.L.Lock()
		c.Signal()
		c.L.Unlock()
	}()
}

// finish runs f in a goroutine and waits for the end of that goroutine.
func finish(f func()) {
	before := runtime.NumGoroutine()
	go func() {
		defer func() { recover() }()
		f()
	}()
	gone(before)
}

// gone waits until there are no more goroutines than before. No
// synchronization comes after what the goroutine does at its end.
func gone(before int) {
	for runtime.NumGoroutine() > before {
		runtime.GC() // the detector's record must survive it
	}
}

func goexit() { runtime.Goexit() }

func panicked() { panic("recovered") }

// pulled runs f in a coroutine.
func pulled(f func()) {
	before := runtime.NumGoroutine()
	next, _ := iter.Pull(func(yield func(int) bool) { f() })
	next()
	gone(before)
}
