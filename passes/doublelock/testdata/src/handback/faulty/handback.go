// Package faulty holds faults that must be found: a helper returns with the
// lock held, and the caller takes it again.
package faulty

import "sync"

// WaitReady returns with the slot locked.

type slot struct {
	mu    sync.Mutex
	cond  *sync.Cond
	ready bool
	owner string
}

func newSlot() *slot {
	s := &slot{}
	s.cond = sync.NewCond(&s.mu)
	return s
}

func (s *slot) waitReady() {
	s.mu.Lock()
	for !s.ready {
		s.cond.Wait()
	}
}

func (s *slot) claim(who string) {
	s.waitReady()
	s.mu.Lock() // want `slot.mu is locked by a goroutine that holds it, a deadlock: locked at handback.go:31 while it is held since handback.go:23 \(called from handback.go:30\)`
	s.owner = who
	s.mu.Unlock()
}

// The Cond's lock and the mutex are the same.

func (s *slot) free() {
	s.mu.Lock()
	s.owner = ""
	s.mu.Unlock()
}

func (s *slot) release() {
	s.cond.L.Lock()
	s.free() // want `slot.mu is locked by a goroutine that holds it, a deadlock: locked at handback.go:39 \(called from handback.go:46\) while it is held since handback.go:45`
	s.cond.Broadcast()
	s.cond.L.Unlock()
}

// After Wait the lock is held.

func (s *slot) await() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.ready {
		s.cond.Wait()
		s.free() // want `slot.mu is locked by a goroutine that holds it, a deadlock: locked at handback.go:39 \(called from handback.go:58\) while it is held since handback.go:54`
	}
}

// The lock method returns its release, to be run at the end.

type vault struct {
	mu sync.Mutex
	m  map[string]string
}

func (v *vault) lock() func() {
	v.mu.Lock()
	return v.mu.Unlock
}

func (v *vault) get(k string) string {
	defer v.lock()()
	return v.m[k]
}

func (v *vault) copyTo(from, to string) {
	defer v.lock()()
	v.m[to] = v.get(from) // want `vault.mu is locked by a goroutine that holds it, a deadlock: locked at handback.go:70 \(called from handback.go:81, handback.go:75\) while it is held since handback.go:70 \(called from handback.go:80\)`
}

// A batch holds the writer's lock until it is committed.

type engine struct {
	writer sync.Mutex
	data   map[string]string
}

type batch struct{ e *engine }

func (e *engine) begin() *batch {
	e.writer.Lock()
	return &batch{e}
}

func (b *batch) commit() { b.e.writer.Unlock() }

func (e *engine) put(k, v string) {
	b := e.begin()
	b.e.data[k] = v
	b.commit()
}

func (e *engine) rename(from, to string) {
	b := e.begin()
	e.put(to, e.data[from]) // want `engine.writer is locked by a goroutine that holds it, a deadlock: locked at handback.go:94 \(called from handback.go:108, handback.go:101\) while it is held since handback.go:94 \(called from handback.go:107\)`
	delete(e.data, from)
	b.commit()
}
