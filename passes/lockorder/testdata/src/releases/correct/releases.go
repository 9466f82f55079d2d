// Package correct holds code that only looks like a fault, of which nothing may
// be said: every type takes a and then b in one method, and in the others it
// has let b go, in some way, when it takes a.
package correct

import (
	"context"
	"errors"
	"log"
	"os"
	"sync"
	"time"
)

// By method values, method expressions and closures.

type value struct{ a, b sync.Mutex }

func (v *value) forth() {
	v.a.Lock()
	defer v.a.Unlock()
	v.b.Lock()
	defer v.b.Unlock()
}

func (v *value) expression() {
	v.b.Lock()
	(*sync.Mutex).Unlock(&v.b)
	v.a.Lock()
	defer v.a.Unlock()
}

func (v *value) closure() {
	v.b.Lock()
	unlock := func() { v.b.Unlock() }
	unlock()
	v.a.Lock()
	defer v.a.Unlock()
}

func (v *value) inner() {
	v.b.Lock()
	func() {
		defer v.b.Unlock()
	}()
	v.a.Lock()
	defer v.a.Unlock()
}

func (v *value) twice() {
	v.b.Lock()
	unlocked := false
	unlock := func() {
		if !unlocked {
			unlocked = true
			v.b.Unlock()
		}
	}
	defer unlock()
	unlock()
	v.a.Lock()
	defer v.a.Unlock()
}

func (v *value) interfaced() {
	v.b.Lock()
	var l sync.Locker = &v.b
	l.Unlock()
	v.a.Lock()
	defer v.a.Unlock()
}

func (v *value) handedOff() {
	v.b.Lock()
	go func() {
		defer v.b.Unlock()
	}()
	v.a.Lock()
	defer v.a.Unlock()
}

// By a guard that the locking method returns.

type guard struct{ m *sync.Mutex }

func (g guard) Release() { g.m.Unlock() }

type guarded struct{ a, b sync.Mutex }

func (g *guarded) take() guard     { g.b.Lock(); return guard{&g.b} }
func (g *guarded) takeNew() *guard { g.b.Lock(); return &guard{&g.b} }

func (g *guarded) forth() {
	g.a.Lock()
	defer g.a.Unlock()
	g.b.Lock()
	defer g.b.Unlock()
}

func (g *guarded) byValue() {
	held := g.take()
	held.Release()
	g.a.Lock()
	defer g.a.Unlock()
}

func (g *guarded) byPointer() {
	held := g.takeNew()
	held.Release()
	g.a.Lock()
	defer g.a.Unlock()
}

// By key.

type keyed struct {
	mu, other sync.Mutex
	m         map[string]*sync.Mutex
}

func (k *keyed) of(key string) *sync.Mutex {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.m[key]
}

func (k *keyed) lock(key string)   { k.of(key).Lock() }
func (k *keyed) unlock(key string) { k.of(key).Unlock() }

func (k *keyed) forth(key string) {
	k.other.Lock()
	defer k.other.Unlock()
	k.lock(key)
	k.unlock(key)
}

func (k *keyed) back(key string) {
	k.lock(key)
	k.unlock(key)
	k.other.Lock()
	defer k.other.Unlock()
}

// In the mode in which it was taken.

type moded struct{ a, b sync.RWMutex }

func (m *moded) forth() {
	m.a.Lock()
	defer m.a.Unlock()
	m.b.RLock()
	defer m.b.RUnlock()
}

func (m *moded) either(write bool) {
	if write {
		m.b.Lock()
	} else {
		m.b.RLock()
	}
	if write {
		m.b.Unlock()
	} else {
		m.b.RUnlock()
	}
	m.a.Lock()
	defer m.a.Unlock()
}

func (m *moded) locker(write bool) {
	l := m.b.RLocker()
	if write {
		l = &m.b
	}
	l.Lock()
	l.Unlock()
	m.a.Lock()
	defer m.a.Unlock()
}

// Because the lock was refused.

type refused struct{ a, b sync.Mutex }

func (r *refused) forth() {
	r.a.Lock()
	defer r.a.Unlock()
	r.b.Lock()
	defer r.b.Unlock()
}

func (r *refused) lock(ctx context.Context) error {
	r.b.Lock()
	if ctx.Err() != nil {
		r.b.Unlock()
		return ctx.Err()
	}
	return nil
}

func (r *refused) onError(ctx context.Context) {
	if err := r.lock(ctx); err != nil {
		r.a.Lock()
		defer r.a.Unlock()
		return
	}
	r.b.Unlock()
}

func (r *refused) onKind(ctx context.Context) error {
	err := r.lock(ctx)
	if errors.Is(err, context.Canceled) {
		r.a.Lock()
		defer r.a.Unlock()
		return err
	}
	if err == nil {
		r.b.Unlock()
	}
	return nil
}

// On every path that goes on.

type fatal struct{ a, b sync.Mutex }

func (f *fatal) forth() {
	f.a.Lock()
	defer f.a.Unlock()
	f.b.Lock()
	defer f.b.Unlock()
}

func (f *fatal) logs(bad bool) {
	f.b.Lock()
	if bad {
		log.Fatal("bad")
	} else {
		f.b.Unlock()
	}
	f.a.Lock()
	defer f.a.Unlock()
}

func die() { os.Exit(1) }

func (f *fatal) dies(bad bool) {
	f.b.Lock()
	switch {
	case bad:
		die()
	default:
		f.b.Unlock()
	}
	f.a.Lock()
	defer f.a.Unlock()
}

// For the length of each wait in a loop.

type looping struct{ a, b sync.Mutex }

func (l *looping) forth() {
	l.a.Lock()
	defer l.a.Unlock()
	l.b.Lock()
	defer l.b.Unlock()
}

func (l *looping) run(t *time.Ticker, done chan bool) {
	l.b.Lock()
	for {
		l.b.Unlock()
		select {
		case <-t.C:
			l.a.Lock()
			l.a.Unlock()
		case <-done:
			return
		}
		l.b.Lock()
	}
}

// Where there is a lock at all, or the object is configured to use it.

type optional struct {
	b    *sync.Mutex
	a, c sync.Mutex
	safe bool
}

func (o *optional) forth() {
	o.a.Lock()
	defer o.a.Unlock()
	if o.b != nil {
		o.b.Lock()
		defer o.b.Unlock()
	}
	o.c.Lock()
	defer o.c.Unlock()
}

func (o *optional) back() {
	if o.b != nil {
		o.b.Lock()
	}
	o.safe = true
	if o.b != nil {
		o.b.Unlock()
	}
	o.a.Lock()
	defer o.a.Unlock()
}

func (o *optional) lock() {
	if o.safe {
		o.c.Lock()
	}
}

func (o *optional) unlock() {
	if o.safe {
		o.c.Unlock()
	}
}

func (o *optional) configured() {
	o.lock()
	o.unlock()
	o.a.Lock()
	defer o.a.Unlock()
}
