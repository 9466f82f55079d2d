// Package correct holds code that only looks like a fault, of which nothing may
// be said: a lock that is held by a count.
package correct

import "sync"

// The first in locks fork and the last out unlocks it, both under guard. Who
// lets go takes guard with fork held, but then the count is not zero, and nobody
// waits for fork under guard.

var (
	fork    sync.RWMutex
	guard   sync.Mutex // of forking
	forking int
)

func acquire() {
	guard.Lock()
	defer guard.Unlock()
	if forking == 0 {
		fork.Lock()
	}
	forking++
}

func release() {
	guard.Lock()
	defer guard.Unlock()
	forking--
	if forking == 0 {
		fork.Unlock()
	}
}

func start(f func()) {
	acquire()
	f()
	release()
}

func startDeferred(f func()) {
	acquire()
	defer release()
	f()
}

// The same with the count and its locks in one object.

type gate struct {
	shut  sync.Mutex
	mu    sync.Mutex // of users
	users int
}

func (g *gate) enter() {
	g.mu.Lock()
	if g.users == 0 {
		g.shut.Lock()
	}
	g.users++
	g.mu.Unlock()
}

func (g *gate) leave() {
	g.mu.Lock()
	g.users--
	if g.users == 0 {
		g.shut.Unlock()
	}
	g.mu.Unlock()
}

func (g *gate) pass() {
	g.enter()
	defer g.leave()
}

// Who comes later lets waiting readers through, without guard, before it counts
// itself in.

type fair struct {
	fork  sync.RWMutex
	guard sync.Mutex // of n
	n     int
}

func (f *fair) acquire() {
	f.guard.Lock()
	defer f.guard.Unlock()
	if f.n == 0 {
		f.fork.Lock()
		f.n++
		return
	}
	f.guard.Unlock()
	f.fork.RLock()
	f.fork.RUnlock()
	f.guard.Lock()
	if f.n == 0 {
		f.fork.Lock()
	}
	f.n++
}

func (f *fair) release() {
	f.guard.Lock()
	defer f.guard.Unlock()
	if f.n <= 0 {
		panic("release without acquire")
	}
	f.n--
	if f.n == 0 {
		f.fork.Unlock()
	}
}

func (f *fair) start(run func() error) error {
	f.acquire()
	err := run()
	if err != nil {
		f.release()
		return err
	}
	f.release()
	return nil
}
