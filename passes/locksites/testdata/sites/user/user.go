// Package user has locks that another package acquires.
package user

import (
	"sync"

	"m/wrapper"
)

type T struct {
	mu      sync.Mutex
	rw      sync.RWMutex
	own     wrapper.Mutex
	table   map[string]*wrapper.Mutex
	guarded wrapper.Guarded[int]
	cells   [4]wrapper.Guarded[string]
}

var shared wrapper.Mutex

func use(t *T) {
	t.own.Lock()                     // calls wrapper#lock known m/user.T.own.mu
	t.own.With(nil)                  // calls wrapper#with known m/user.T.own.mu
	t.table["x"].Lock()              // calls wrapper#lock known m/user.T.table[].mu
	t.guarded.Get()                  // calls wrapper#get known m/user.T.guarded.mu
	t.cells[2].Get()                 // calls wrapper#get known m/user.T.cells[].mu
	shared.Lock()                    // calls wrapper#lock known m/user.shared.mu
	wrapper.Acquire(&t.mu)           // calls wrapper#acquire known m/user.T.mu
	wrapper.Through(1, &t.mu)        // calls wrapper#through known m/user.T.mu
	wrapper.All(&t.mu, &t.self().mu) // calls wrapper#all known m/user.T.mu
	wrapper.Any(&t.mu)               // calls wrapper#any known m/user.T.mu
	wrapper.Any(&t.own)              // calls wrapper#any known m/user.T.own.mu
	wrapper.Any(t.rw.RLocker())      // calls wrapper#any known m/user.T.rw
	wrapper.Generic(&t.mu)           // calls wrapper#generic known m/user.T.mu
	wrapper.Literal(&t.mu)           // calls wrapper#literal known m/user.T.mu; calls wrapper#plain known m/user.T.mu
	wrapper.Recursive(&t.mu, 2)      // calls wrapper#recursive known m/user.T.mu; calls wrapper#again known m/user.T.mu
	(*wrapper.Mutex).Lock(&shared)   // calls wrapper#lock known m/user.shared.mu
	wrapper.Through(1, pick(t))      // calls wrapper#through ambiguous
	wrapper.Acquire(only(t))         // calls wrapper#acquire known m/user.T.mu
	go wrapper.Acquire(&t.mu)
}

func mixed(t *T) {
	func() { t.own.Lock(); t.table["x"].Lock() }()     // calls wrapper#lock ambiguous
	func() { wrapper.Acquire(&t.mu); t.rw.Lock() }()   // calls wrapper#acquire known m/user.T.mu; site known m/user.T.rw
	func() { t.own.Lock(); wrapper.Any(&t.own) }()     // calls wrapper#lock known m/user.T.own.mu; calls wrapper#any known m/user.T.own.mu
	func() { t.guarded.Get(); (&t.guarded).Get() }()   // calls wrapper#get known m/user.T.guarded.mu
	wrapper.Any(sync.Locker(&shared))                  // calls wrapper#any known m/user.shared.mu
	wrapper.Any(struct{ sync.Locker }{Locker: &t.own}) // calls wrapper#any ambiguous
}

func (t *T) self() *T { return t }

func pick(t *T) *sync.Mutex {
	if t == nil {
		return choose(t)
	}
	return &t.mu
}

func only(t *T) *sync.Mutex {
	if t == nil {
		return nil
	}
	return &t.mu
}

var choose func(*T) *sync.Mutex
