//go:build (race || lockdep) && !lockdep_overlay

package lockdep_test

import (
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/lockvet/lockvet/runtime/lockdep"
)

type (
	mutex   = lockdep.Mutex
	rwmutex = lockdep.RWMutex
)

// observe runs f on a goroutine of its own and returns the reports that were
// made meanwhile. A goroutine that is about to wait for itself is ended by its
// report.
func observe(t *testing.T, f func()) []lockdep.Report {
	t.Helper()
	var mu sync.Mutex
	var got []lockdep.Report
	lockdep.OnReport(func(r lockdep.Report) {
		mu.Lock()
		got = append(got, r)
		mu.Unlock()
		switch r.Fault {
		case "double lock", "upgrade", "recursive read":
			runtime.Goexit()
		}
	})
	defer lockdep.OnReport(nil)
	in(f)
	mu.Lock()
	defer mu.Unlock()
	return got
}

// in runs f on a goroutine and waits for its end.
func in(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	<-done
}

func ab(a, b sync.Locker) {
	a.Lock()
	b.Lock()
	b.Unlock()
	a.Unlock()
}

func faults(reports []lockdep.Report) []string {
	var names []string
	for _, r := range reports {
		names = append(names, r.Fault)
	}
	slices.Sort(names)
	return names
}

// tried holds a until attempts for b under it have failed that many times, then
// lets one succeed.
func tried(a, b *mutex, times int) {
	b.Lock()
	failed := make(chan struct{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		a.Lock()
		for n := 0; !b.TryLock(); n++ {
			if n == times {
				close(failed)
			}
			runtime.Gosched()
		}
		b.Unlock()
		a.Unlock()
	}()
	<-failed
	b.Unlock()
	<-done
}

type account struct{ mu mutex }

func newAccount() *account {
	a := new(account)
	lockdep.SetClass(&a.mu, "account")
	return a
}

type tree struct {
	mu   mutex
	kids []*tree
}

// The scenarios that checkers of this kind are known to get wrong, and what is
// right.
var scenarios = []struct {
	name string
	f    func()
	want string // the faults, by name
}{
	{"inversion by one goroutine", func() {
		var a, b mutex
		ab(&a, &b)
		ab(&b, &a)
	}, "deadlock"},
	{"inversion by two goroutines, one after the other", func() {
		var a, b mutex
		in(func() { ab(&a, &b) })
		in(func() { ab(&b, &a) })
	}, "deadlock"},
	{"the same inversion twice", func() {
		var a, b mutex
		for range 2 {
			ab(&a, &b)
			ab(&b, &a)
		}
	}, "deadlock"},
	{"three locks", func() {
		var a, b, c mutex
		in(func() { ab(&a, &b) })
		in(func() { ab(&b, &c) })
		in(func() { ab(&c, &a) })
	}, "deadlock"},
	{"seven locks", func() {
		var m [7]mutex
		for i := range m {
			in(func() { ab(&m[i], &m[(i+1)%len(m)]) })
		}
	}, "deadlock"},
	{"recursive read without a writer", func() {
		var r rwmutex
		r.RLock()
		r.RLock()
		r.RUnlock()
		r.RUnlock()
	}, ""},
	{"recursive read with a writer before", func() {
		var r rwmutex
		r.Lock()
		r.Unlock()
		r.RLock()
		r.RLock()
	}, "recursive read"},
	{"recursive read with a writer later", func() {
		var r rwmutex
		in(func() {
			r.RLock()
			r.RLock()
			r.RUnlock()
			r.RUnlock()
		})
		r.Lock()
		r.Unlock()
	}, "recursive read"},
	{"recursive read that excludes the writer", func() {
		var g mutex
		var r rwmutex
		g.Lock()
		r.RLock()
		r.RLock()
		r.RUnlock()
		r.RUnlock()
		r.Lock()
		r.Unlock()
		g.Unlock()
	}, ""},
	{"recursive attempt to read", func() {
		var r rwmutex
		r.Lock()
		r.Unlock()
		r.RLock()
		if r.TryRLock() {
			r.RUnlock()
		}
		r.RUnlock()
	}, ""},
	{"upgrade", func() {
		var r rwmutex
		r.RLock()
		r.Lock()
	}, "upgrade"},
	{"double lock", func() {
		var a mutex
		a.Lock()
		a.Lock()
	}, "double lock"},
	{"read under a write", func() {
		var r rwmutex
		r.Lock()
		r.RLock()
	}, "double lock"},
	{"readers in opposite orders, no writer", func() {
		var a, b rwmutex
		ab(a.RLocker(), b.RLocker())
		ab(b.RLocker(), a.RLocker())
	}, ""},
	{"readers in opposite orders, then a writer of one", func() {
		var a, b rwmutex
		ab(a.RLocker(), b.RLocker())
		ab(b.RLocker(), a.RLocker())
		a.Lock()
		a.Unlock()
	}, ""},
	{"readers in opposite orders, then writers of both", func() {
		var a, b rwmutex
		ab(a.RLocker(), b.RLocker())
		ab(b.RLocker(), a.RLocker())
		a.Lock()
		a.Unlock()
		b.Lock()
		b.Unlock()
	}, "deadlock"},
	{"writers under a reader each", func() {
		var a, b rwmutex
		in(func() { ab(a.RLocker(), &b) })
		in(func() { ab(b.RLocker(), &a) })
	}, "deadlock"},
	{"attempt against the order", func() {
		var a, b mutex
		a.Lock()
		if b.TryLock() {
			b.Unlock()
		}
		a.Unlock()
		ab(&b, &a)
	}, ""},
	{"attempt against the order, later", func() {
		var a, b mutex
		ab(&b, &a)
		a.Lock()
		if b.TryLock() {
			b.Unlock()
		}
		a.Unlock()
	}, ""},
	{"order under a lock that was tried for", func() {
		var a, b mutex
		if a.TryLock() {
			b.Lock()
			b.Unlock()
			a.Unlock()
		}
		ab(&b, &a)
	}, "deadlock"},
	{"failed attempt of another goroutine", func() {
		var a, b mutex
		a.Lock()
		in(func() { a.TryLock() })
		b.Lock()
		b.Unlock()
		a.Unlock()
		in(func() { ab(&b, &a) })
	}, "deadlock"},
	{"attempts until success against the order", func() {
		var a, b mutex
		tried(&a, &b, 2000)
		ab(&b, &a)
	}, "livelock"},
	{"a few attempts against the order", func() {
		var a, b mutex
		tried(&a, &b, 50)
		ab(&b, &a)
	}, ""},
	{"attempts that were seen to end", func() {
		var a, b, c mutex
		attempts := func(n int, each func(i int)) {
			for i := range n {
				if b.TryLock() {
					b.Unlock()
					return
				}
				each(i)
			}
		}
		b.Lock()
		in(func() {
			a.Lock()
			attempts(2000, func(int) {}) // gives up
			c.Lock()
			attempts(1, func(int) {}) // another run
			c.Unlock()
			a.Unlock()
		})
		release := make(chan struct{})
		go func() { <-release; b.Unlock() }()
		in(func() {
			a.Lock()
			attempts(1<<18, func(i int) {
				if i == 2000 {
					close(release)
				}
				runtime.Gosched()
			})
			a.Unlock()
		})
		ab(&b, &a)
	}, ""},
	{"parent and child of one class", func() {
		p := &tree{kids: []*tree{{}, {}, {}}}
		for _, k := range p.kids {
			p.mu.Lock()
			k.mu.Lock()
			k.mu.Unlock()
			p.mu.Unlock()
		}
	}, ""},
	{"inversion across instances, with classes", func() {
		for i := range 2 {
			var a, b mutex
			lockdep.SetClass(&a, "across.a")
			lockdep.SetClass(&b, "across.b")
			if i == 0 {
				ab(&a, &b)
			} else {
				ab(&b, &a)
			}
		}
	}, "deadlock"},
	{"inversion across instances, without classes", func() {
		for i := range 2 {
			var a, b mutex
			if i == 0 {
				ab(&a, &b)
			} else {
				ab(&b, &a)
			}
		}
	}, ""},
	{"transfers that choose their order", func() {
		x, y := newAccount(), newAccount()
		ab(&x.mu, &y.mu)
		ab(&y.mu, &x.mu)
	}, "deadlock"},
	{"transfers around three accounts", func() {
		x, y, z := newAccount(), newAccount(), newAccount()
		ab(&x.mu, &y.mu)
		ab(&y.mu, &z.mu)
		ab(&z.mu, &x.mu)
	}, "deadlock"},
	{"transfers in the order of a number", func() {
		// The numbers have nothing to do with the addresses.
		all := []*account{newAccount(), newAccount(), newAccount(), newAccount()}
		for _, order := range [][]int{{0, 1}, {3, 2}, {1, 3}, {0, 2}} {
			ab(&all[order[0]].mu, &all[order[1]].mu)
		}
	}, ""},
	{"a class in two levels", func() {
		x, y := newAccount(), newAccount()
		for range 2 {
			x.mu.Lock()
			lockdep.LockNested(&y.mu, 1)
			y.mu.Unlock()
			x.mu.Unlock()
			x, y = y, x
		}
	}, ""},
	{"a class against its levels", func() {
		x, y := new(account), new(account)
		lockdep.SetClass(&x.mu, "leveled")
		lockdep.SetClass(&y.mu, "leveled")
		x.mu.Lock()
		lockdep.LockNested(&y.mu, 1)
		y.mu.Unlock()
		x.mu.Unlock()
		lockdep.LockNested(&y.mu, 1)
		x.mu.Lock()
		x.mu.Unlock()
		y.mu.Unlock()
	}, "deadlock"},
	{"levels without a class", func() {
		var x, y mutex
		x.Lock()
		lockdep.LockNested(&y, 1)
		y.Unlock()
		x.Unlock()
		y.Lock()
		lockdep.LockNested(&x, 1)
		x.Unlock()
		y.Unlock()
	}, ""},
	{"inversion under a gate", func() {
		var g, a, b mutex
		for range 2 {
			in(func() { g.Lock(); ab(&a, &b); g.Unlock() })
			in(func() { g.Lock(); ab(&b, &a); g.Unlock() })
		}
	}, ""},
	{"inversion under a gate, and once without", func() {
		var g, a, b mutex
		in(func() { g.Lock(); ab(&a, &b); g.Unlock() })
		in(func() { g.Lock(); ab(&b, &a); g.Unlock() })
		in(func() { ab(&a, &b) })
	}, "deadlock"},
	{"inversion under a gate that both read", func() {
		var g rwmutex
		var a, b mutex
		in(func() { g.RLock(); ab(&a, &b); g.RUnlock() })
		in(func() { g.RLock(); ab(&b, &a); g.RUnlock() })
	}, "deadlock"},
	{"inversion under a gate of each object", func() {
		type object struct{ gate, a, b mutex }
		for i := range 4 {
			o := new(object)
			lockdep.SetClass(&o.gate, "object.gate")
			lockdep.SetClass(&o.a, "object.a")
			lockdep.SetClass(&o.b, "object.b")
			o.gate.Lock()
			if i%2 == 0 {
				ab(&o.a, &o.b)
			} else {
				ab(&o.b, &o.a)
			}
			o.gate.Unlock()
		}
	}, ""},
	{"inversion under gates of other objects", func() {
		var a, b mutex
		for i := range 2 {
			gate := newAccount()
			gate.mu.Lock()
			if i == 0 {
				ab(&a, &b)
			} else {
				ab(&b, &a)
			}
			gate.mu.Unlock()
		}
	}, "deadlock"},
	{"an address that is used again", func() {
		type pair struct{ a, b mutex }
		p := new(pair)
		for i := range 200 {
			*p = pair{}
			if i%2 == 0 {
				ab(&p.a, &p.b)
			} else {
				ab(&p.b, &p.a)
			}
		}
	}, ""},
	{"an address that the collector gives again", func() {
		var root mutex
		for i := range 20000 {
			x := new(mutex)
			if i%2 == 0 {
				ab(&root, x)
			} else {
				ab(x, &root)
			}
			if i%2000 == 0 {
				runtime.GC()
			}
		}
	}, ""},
	{"an order that is much older", func() {
		var a, b, root mutex
		ab := func(a, b *mutex) { // a place that no other scenario has used up
			a.Lock()
			b.Lock()
			b.Unlock()
			a.Unlock()
		}
		ab(&a, &b)
		for range 66000 {
			ab(&root, new(mutex))
		}
		ab(&b, &a)
	}, "deadlock"},
	{"an order among locks that many others came before", func() {
		for range 5000 {
			var a, b mutex
			ab(&a, &b)
		}
		var a, b mutex
		ab(&a, &b)
		ab(&b, &a)
	}, "deadlock"},
	{"hand-over", func() {
		var a, b mutex
		a.Lock()
		in(a.Unlock)
		b.Lock()
		a.Lock()
		a.Unlock()
		b.Unlock()
		a.Lock()
		in(a.Unlock)
		a.Lock()
		b.Lock()
		b.Unlock()
		a.Unlock()
	}, ""},
	{"hand-over before the next lock", func() {
		var a, b mutex
		in(func() { ab(&b, &a) })
		a.Lock()
		in(a.Unlock)
		b.Lock()
		b.Unlock()
	}, ""},
	{"hand-over and lock again", func() {
		var a mutex
		a.Lock()
		in(a.Unlock)
		a.Lock()
		a.Unlock()
	}, ""},
	{"hand-over of a reader", func() {
		var r rwmutex
		var b mutex
		ab(&b, &r)
		r.RLock()
		in(r.RUnlock)
		b.Lock()
		b.Unlock()
	}, ""},
	{"hand-over by the end of a goroutine", func() {
		var a, b mutex
		in(func() { ab(&b, &a) })
		in(a.Lock)
		in(a.Unlock)
		ab(&a, &b)
	}, ""},
	{"a lock is left behind by another goroutine", func() {
		for range 100 { // some of them have the same g
			var a, b mutex
			in(a.Lock)
			in(func() { ab(&b, new(mutex)) })
		}
	}, ""},
	{"release of a writer as a reader", func() {
		var r rwmutex
		r.Lock()
		defer func() { recover() }()
		lockdep.ReleaseReaderForTest(&r)
	}, "wrong mode"},
	{"one reader leaves and the other writes below", func() {
		var r, b rwmutex
		r.RLock()
		in(func() { r.RLock(); r.RUnlock() })
		b.Lock()
		b.Unlock()
		r.RUnlock()
		in(func() { ab(&b, &r) })
	}, "deadlock"},
	{"reader through RLocker", func() {
		var a, b rwmutex
		in(func() { ab(&a, b.RLocker()) })
		in(func() { ab(&b, &a) })
	}, "deadlock"},
	{"assertions that hold", func() {
		var a mutex
		var r rwmutex
		lockdep.AssertNotHeld(&a)
		a.Lock()
		lockdep.AssertHeld(&a)
		lockdep.AssertRHeld(&a)
		a.Unlock()
		r.RLock()
		lockdep.AssertRHeld(&r)
		r.RUnlock()
		lockdep.AssertNotHeld(&r)
	}, ""},
	{"assertions that fail", func() {
		var a mutex
		var r rwmutex
		lockdep.AssertHeld(&a)
		r.RLock()
		lockdep.AssertHeld(&r)
		lockdep.AssertNotHeld(&r)
		r.RUnlock()
		in(func() { a.Lock(); lockdep.AssertRHeld(&r); a.Unlock() })
	}, "held not held not held not held"},
	{"lock of another goroutine in an assertion", func() {
		var a mutex
		a.Lock()
		in(func() { lockdep.AssertHeld(&a) })
		a.Unlock()
	}, "not held"},
	{"released in another order", func() {
		var a, b, c mutex
		a.Lock()
		b.Lock()
		a.Unlock()
		c.Lock()
		b.Unlock()
		c.Unlock()
		ab(&a, &c)
	}, ""},
	{"a Cond releases and takes its lock", func() {
		var a mutex
		c := sync.NewCond(&a)
		ready := false
		go func() {
			a.Lock()
			ready = true
			c.Broadcast()
			a.Unlock()
		}()
		a.Lock()
		for !ready {
			c.Wait()
		}
		lockdep.AssertHeld(&a)
		a.Unlock()
	}, ""},
}

func TestScenarios(t *testing.T) {
	for _, s := range scenarios {
		t.Run(s.name, func(t *testing.T) {
			got := observe(t, s.f)
			if names := strings.Join(faults(got), " "); names != s.want {
				t.Errorf("reports %q, want %q", names, s.want)
				for _, r := range got {
					t.Log(r.Text)
				}
			}
		})
	}
}
