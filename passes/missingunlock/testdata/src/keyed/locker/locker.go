// Package locker has a lock for each name.
package locker

import "sync"

type lockCtr struct {
	mu      sync.Mutex
	waiters int32
}

func (l *lockCtr) Lock()   { l.mu.Lock() }
func (l *lockCtr) Unlock() { l.mu.Unlock() }

type Locker struct {
	mu    sync.Mutex
	locks map[string]*lockCtr
}

func New() *Locker { return &Locker{locks: map[string]*lockCtr{}} }

func (l *Locker) Lock(name string) {
	l.mu.Lock()
	n, ok := l.locks[name]
	if !ok {
		n = &lockCtr{}
		l.locks[name] = n
	}
	n.waiters++
	l.mu.Unlock()
	n.Lock()
}

func (l *Locker) Unlock(name string) bool {
	l.mu.Lock()
	n, ok := l.locks[name]
	if !ok {
		l.mu.Unlock()
		return false
	}
	if n.waiters--; n.waiters == 0 {
		delete(l.locks, name)
	}
	n.Unlock()
	l.mu.Unlock()
	return true
}
