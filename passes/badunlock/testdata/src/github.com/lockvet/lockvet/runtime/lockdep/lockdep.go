// Package lockdep stands in for the project's own, as it is when it checks: the
// analyzers know it by its import path.
package lockdep

import "sync"

type Mutex struct {
	lock   Tracker
	locked bool
}

func (m *Mutex) Lock()         { m.locked = true }
func (m *Mutex) Unlock()       { m.locked = false }
func (m *Mutex) TryLock() bool { ok := !m.locked; m.locked = true; return ok }

func (m *Mutex) lockNested(level uint8) { m.Lock() }

type RWMutex struct{ locked bool }

func (m *RWMutex) Lock()    { m.locked = true }
func (m *RWMutex) Unlock()  { m.locked = false }
func (m *RWMutex) RLock()   {}
func (m *RWMutex) RUnlock() {}

type Mode uint8

// A Tracker has a lock of its own inside.
type Tracker struct{ mu sync.Mutex }

func (t *Tracker) Want(m Mode) Waiting         { t.mu.Lock(); return Waiting{t} }
func (t *Tracker) Tried(m Mode, acquired bool) { t.mu.Lock() }
func (t *Tracker) Release(m Mode)              { t.mu.Unlock() }

type Waiting struct{ t *Tracker }

func (w Waiting) Got() { w.t.mu.Unlock() }

func SetClass(l sync.Locker, name string) { identity(l).Lock() }

func LockNested(l sync.Locker, level int) {
	switch l := l.(type) {
	case *Mutex:
		l.lockNested(uint8(level))
	default:
		l.Lock()
	}
}

func AssertHeld(l sync.Locker)    { identity(l).Lock() }
func AssertRHeld(l sync.Locker)   { identity(l).Lock() }
func AssertNotHeld(l sync.Locker) { identity(l).Unlock() }

var all sync.Mutex

func identity(l sync.Locker) *sync.Mutex { return &all }
