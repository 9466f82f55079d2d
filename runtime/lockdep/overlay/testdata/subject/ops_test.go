package subject

import (
	"sync"
	"testing"
)

// A comment that begins with an equals sign says which events the detector is
// told of on that line. The lines run in their order, from here to the end of
// the file.

func TestOps(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()    //= want-mutex got-mutex
	mu.TryLock() //= failed-mutex
	mu.Unlock()  //= release-mutex
	mu.TryLock() //= tried-mutex
	mu.Unlock()  //= release-mutex

	var rw sync.RWMutex
	rw.Lock()     //= want-write got-write
	rw.TryLock()  //= failed-write
	rw.TryRLock() //= failed-shared
	rw.Unlock()   //= release-write
	rw.RLock()    //= want-shared got-shared
	rw.TryRLock() //= tried-shared
	rw.TryLock()  //= failed-write
	rw.RUnlock()  //= release-shared
	rw.RUnlock()  //= release-shared
	rw.TryLock()  //= tried-write
	rw.Unlock()   //= release-write

	indirectly(new(outer))
	contended()
	inSync(new(sync.Mutex))
	exits(new(sync.Mutex))
}

// outer and inner make a method of sync.Mutex one of an interface by way of
// generated code.
type outer struct {
	_ int
	*inner
}

type inner struct {
	_ int
	sync.Mutex
}

func indirectly(o *outer) {
	o.inner = new(inner)
	var l sync.Locker = o
	l.Lock()   //= want-mutex got-mutex
	l.Unlock() //= release-mutex
	f := l.Lock
	f() //= want-mutex got-mutex
	f = o.Unlock
	f()                                     //= release-mutex
	func() { l.Lock(); defer l.Unlock() }() //= want-mutex got-mutex release-mutex
	(*sync.Mutex).Lock(&o.Mutex)            //= want-mutex got-mutex
	o.Unlock()                              //= release-mutex
}

// contended has to wait for its locks. The other side is in another file.
func contended() {
	var mu sync.Mutex
	holdFor(&mu, func() {
		mu.Lock() //= want-mutex got-mutex
	})
	mu.Unlock() //= release-mutex
	var rw sync.RWMutex
	holdFor(&rw, func() {
		rw.Lock() //= want-write got-write
	})
	rw.Unlock() //= release-write
	holdFor(&rw, func() {
		rw.RLock() //= want-shared got-shared
	})
	rw.RUnlock() //= release-shared
}

// inSync uses what package sync makes of its own locks.
func inSync(mu *sync.Mutex) {
	l := new(sync.RWMutex).RLocker()
	l.Lock()                     //= want-shared got-shared
	l.Unlock()                   //= release-shared
	new(sync.Once).Do(func() {}) //= want-mutex got-mutex release-mutex
	c := sync.NewCond(mu)
	mu.Lock() //= want-mutex got-mutex
	signalTo(c)
	c.Wait()    //= release-mutex want-mutex got-mutex
	mu.Unlock() //= release-mutex
}

// exits ends goroutines in each way there is. A goroutine that took no lock has
// nothing to tell. A deferred call that runs because of Goexit is seen in the
// runtime.
func exits(mu *sync.Mutex) {
	finish(func() {})
	finish(func() { mu.Lock(); mu.Unlock() })                 //= want-mutex got-mutex release-mutex exit
	finish(func() { mu.Lock(); defer mu.Unlock(); goexit() }) //= want-mutex got-mutex exit
	finish(func() { mu.Lock() })                              //= want-mutex got-mutex exit
	finish(func() { mu.TryLock(); mu.Unlock(); panicked() })  //= failed-mutex release-mutex exit
	pulled(func() { mu.Lock(); mu.Unlock() })                 //= want-mutex got-mutex release-mutex exit
}
