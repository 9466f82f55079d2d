// Package faulty holds faults that must be found: trylocks of home-made locks
// and through wrappers.
package faulty

import (
	"log"
	"sync"
	"sync/atomic"
)

// A channel is the lock.

type chanMutex struct{ c chan struct{} }

func newChanMutex() chanMutex { return chanMutex{make(chan struct{}, 1)} }

func (m chanMutex) Lock()   { m.c <- struct{}{} }
func (m chanMutex) Unlock() { <-m.c }

func (m chanMutex) TryLock() bool {
	select {
	case m.c <- struct{}{}:
		return true
	default:
		return false
	}
}

type folder struct {
	lock  chanMutex
	scans int
}

func (f *folder) scanSoon() {
	f.lock.TryLock() // want `the result is ignored that says whether folder.lock.c is locked`
	f.scans++
	f.lock.Unlock()
}

func (f *folder) scanNow() {
	f.lock.Lock()
	defer f.lock.Unlock()
	f.scans++
}

// A flag is the lock.

type spin struct{ word atomic.Int32 }

func (s *spin) TryLock() bool { return s.word.CompareAndSwap(0, 1) }
func (s *spin) Unlock()       { s.word.Store(0) }

type stats struct {
	lock spin
	sum  int
}

func (s *stats) add(n int) {
	if !s.lock.TryLock() { // want `stats.lock.word is unlocked at wrappers.go:\d+ even if this attempt to lock it has failed`
		log.Print("stats busy")
	}
	s.sum += n
	s.lock.Unlock()
}

// Helpers of the holder's own.

type mounts struct {
	mu sync.Mutex
	m  map[string]int
}

func (m *mounts) begin() bool { return m.mu.TryLock() }
func (m *mounts) end()        { m.mu.Unlock() }

func (m *mounts) mount(name string) {
	m.begin() // want `the result is ignored that says whether mounts.mu is locked`
	defer m.end()
	m.m[name]++
}

func (m *mounts) unmount(name string) {
	if !m.begin() { // want `mounts.mu is unlocked at wrappers.go:\d+ even if this attempt to lock it has failed`
		log.Printf("unmount %s: busy", name)
	}
	m.m[name]--
	m.end()
}

// A wrapper around a mutex counts its failures.

type counted struct {
	sync.Mutex
	fails atomic.Int64
}

func (c *counted) TryLock() bool {
	if c.Mutex.TryLock() {
		return true
	}
	c.fails.Add(1)
	return false
}

type plan struct {
	lock  counted
	steps []string
}

func (p *plan) push(step string) {
	ok := p.lock.TryLock() // want `plan.lock.Mutex is unlocked at wrappers.go:\d+ even if this attempt to lock it has failed`
	if ok {
		p.steps = append(p.steps, step)
	}
	p.lock.Unlock()
}
