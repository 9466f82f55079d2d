//go:build (race || lockdep) && !lockdep_overlay

package adaptive_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/lockvet/lockvet/runtime/adaptive"
	"github.com/lockvet/lockvet/runtime/lockdep"
)

// What a build that checks says of orders among adaptive mutexes, and of orders
// with others.
func TestChecked(t *testing.T) {
	nest := func(outer sync.Locker, inner func() bool, release func()) {
		outer.Lock()
		if inner() {
			release()
		}
		outer.Unlock()
	}
	blocking := func(l sync.Locker) func() bool { return func() bool { l.Lock(); return true } }
	for _, c := range []struct {
		name string
		f    func()
		want string
	}{
		{"opposite orders", func() {
			var a, b adaptive.Mutex
			nest(&a, blocking(&b), b.Unlock)
			nest(&b, blocking(&a), a.Unlock)
		}, "deadlock"},
		{"a spin against the order of adaptive mutexes", func() {
			var a, b adaptive.Mutex
			nest(&a, blocking(&b), b.Unlock)
			nest(&b, a.TryLockSpin, a.Unlock)
		}, ""},
		{"a spin against the order with another mutex", func() {
			var a adaptive.Mutex
			var b lockdep.Mutex
			nest(&a, blocking(&b), b.Unlock)
			nest(&b, a.TryLockSpin, a.Unlock)
		}, "bounded spin"},
		{"an attempt against the order", func() {
			var a adaptive.Mutex
			var b lockdep.Mutex
			nest(&a, blocking(&b), b.Unlock)
			nest(&b, a.TryLock, a.Unlock)
		}, ""},
		{"what is acquired under a lock that was spun for", func() {
			var a, b adaptive.Mutex
			if a.TryLockSpin() {
				b.Lock()
				b.Unlock()
				a.Unlock()
			}
			nest(&b, blocking(&a), a.Unlock)
		}, "deadlock"},
		{"classes and assertions", func() {
			var a, b adaptive.Mutex
			lockdep.SetClass(&a, "adaptive.a")
			lockdep.AssertNotHeld(&a)
			a.Lock()
			lockdep.AssertHeld(&a)
			lockdep.LockNested(&b, 1)
			b.Unlock()
			a.Unlock()
		}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			lockdep.OnReport(func(r lockdep.Report) { got = append(got, r.Fault) })
			defer lockdep.OnReport(nil)
			c.f()
			if names := strings.Join(got, " "); names != c.want {
				t.Errorf("reports %q, want %q", names, c.want)
			}
		})
	}
}
