// Command run acquires locks in all the ways whose lines are of interest, in a
// build in which sync calls a hook. It prints the class that each is expected to
// have, and the frames.
package main

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	helper "example.com/run.v2/helper.v3"
)

const (
	of      = "example.com/run.v2.app."
	counter = "example.com/run.v2/helper.v3.Counter.mu"
)

type app struct {
	mu      sync.Mutex
	rw      sync.RWMutex
	own     helper.Mutex
	guarded helper.Guarded[int]
	cond    *sync.Cond
	once    sync.Once
	next    *app
	stop    func()
	embedded
}

type embedded struct{ sync.Mutex }

func (a *app) self() *app { return a }

var (
	want   atomic.Pointer[string]
	events []string
)

// expect tells the class of the next acquisition.
func expect(class string) { want.Store(&class) }

func hook() {
	class := want.Swap(nil)
	if class == nil {
		return
	}
	event := []string{*class}
	var pcs [32]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for again := true; again; {
		var f runtime.Frame
		f, again = frames.Next()
		event = append(event, f.Function, f.File, fmt.Sprint(f.Line))
	}
	events = append(events, strings.Join(event, "\t"))
}

func main() {
	sync.LockHook = hook
	a := &app{}
	a.next = a
	a.cond = sync.NewCond(&a.mu)
	a.stop = sync.OnceFunc(func() {})
	lines(a)
	tries(a)
	for i := range 4 {
		deferred(a, i)
		deferredInLoop(a, i)
		deferredInRange(a)
	}
	wrappers(a)
	interfaces(a)
	conds(a)
	literals(a)
	generated(a)
	sync.LockHook = nil
	fmt.Println(strings.Join(events, "\n"))
}

func lines(a *app) {
	expect(of + "mu")
	a.mu.Lock()
	a.mu.Unlock()
	expect(of + "mu")
	a.
		self().
		next.
		mu.
		Lock()
	a.mu.Unlock()
	expect(of + "mu")
	(a.self().
		next).mu.Lock()
	a.mu.Unlock()
	expect(of + "rw")
	(*sync.RWMutex).Lock(
		&a.rw,
	)
	a.rw.Unlock()
	expect(of + "mu")
	helper.Acquire(
		0,
		&a.mu,
		1,
		2,
	)
	a.mu.Unlock()
	expect("example.com/run.v2.embedded.Mutex")
	a.Lock()
	a.Unlock()
	expect(of + "mu")
	if a.next != nil {
		a.mu.Lock()
		a.mu.Unlock()
	}
}

func tries(a *app) {
	expect(of + "mu")
	if a != nil &&
		a.mu.TryLock() &&
		(a.next == nil ||
			a.self() != nil) {
		a.mu.Unlock()
	}
	expect(of + "rw")
	for !a.
		rw.TryRLock() {
	}
	a.rw.RUnlock()
	expect(of + "rw")
	switch {
	case a.next == nil:
	case a.
		rw.
		TryLock():
		a.rw.Unlock()
	}
	expect(of + "own.mu")
	_ = []bool{
		a == nil,
		a.own.TryLock(),
	}
	a.own.Unlock()
}

func deferred(a *app, n int) (sum int, err error) {
	a.mu.Lock()
	a.mu.Unlock()
	expect(of + "mu")
	defer a.mu.Unlock()
	defer a.
		mu.
		Lock()
	if n == 0 {
		return
	}
	if n == 1 {
		return 1 +
				n,
			nil
	}
	func() {
		outer := want.Load()
		expect(of + "own.mu")
		defer a.own.Unlock()
		defer a.own.Lock()
		defer func() { expect(of + "own.mu") }()
		if n == 2 {
			want.Store(outer)
			return
		}
	}()
	expect(of + "mu")
	return n, nil
}

func deferredInLoop(a *app, n int) {
	for range n {
		expect(of + "rw")
		defer a.rw.RUnlock()
		defer a.rw.RLock()
		if n == 2 {
			return
		}
	}
}

func deferredInRange(a *app) {
	var c helper.Counter
	expect(counter)
	for range c.All() {
		expect(of + "mu")
		defer a.mu.Unlock()
		defer a.mu.Lock()
	}
}

func wrappers(a *app) {
	expect(of + "own.mu")
	a.
		own.
		Lock()
	a.own.Unlock()
	expect(of + "guarded.mu")
	a.guarded.Get()
	expect(of + "own.mu")
	helper.Acquire(1, &a.own)
	a.own.Unlock()
	expect(of + "rw")
	helper.Acquire(1,
		a.rw.RLocker())
	a.rw.RUnlock()
	acquire := func(mu *sync.Mutex) {
		mu.Lock()
		mu.Unlock()
	}
	expect(of + "mu")
	acquire(&a.mu)
	func(mu *sync.Mutex) {
		expect(of + "mu")
		mu.Lock()
		mu.Unlock()
	}(
		&a.mu,
	)
	through(&a.mu)
}

func through(mu *sync.Mutex) {
	expect(of + "mu")
	func() {
		mu.Lock()
		mu.Unlock()
	}()
	defer func() {
		expect(of + "mu")
		mu.Lock()
		mu.Unlock()
	}()
}

func interfaces(a *app) {
	var l sync.Locker = a
	expect("example.com/run.v2.embedded.Mutex")
	l.Lock()
	l.Unlock()
	var e sync.Locker = &a.embedded
	expect("example.com/run.v2.embedded.Mutex")
	helper.Acquire(1, e)
	e.Unlock()
	r := a.rw.RLocker()
	expect(of + "rw")
	r.Lock()
	r.Unlock()
}

func conds(a *app) {
	a.mu.Lock()
	go func() {
		a.mu.Lock()
		expect(of + "mu")
		a.cond.Signal()
		a.mu.Unlock()
	}()
	a.cond.Wait()
	a.mu.Unlock()
	expect(of + "once")
	a.once.Do(func() {})
	expect(of + "stop")
	a.stop()
	expect("example.com/run.v2.conds.get")
	get := sync.OnceValue(func() int { return 1 })
	if get() == 1 {
		return
	}
}

func literals(a *app) {
	var c helper.Counter
	increment := c.Incrementer()
	expect(counter)
	increment()
	for range c.All() {
		expect(of + "mu")
		a.mu.Lock()
		a.mu.Unlock()
		func() {
			expect(of + "rw")
			a.rw.RLock()
			a.rw.RUnlock()
		}()
	}
	done := make(chan bool)
	go func() {
		expect(of + "mu")
		a.mu.Lock()
		a.mu.Unlock()
		done <- true
	}()
	<-done
}

func generated(a *app) {
	expect(of + "mu")
//line grammar.y:7
	a.mu.Lock()
	a.mu.Unlock()
}

var _ = func() bool {
	sync.LockHook = hook
	return true
}()

var global sync.Mutex

var _ = func() bool {
	expect("example.com/run.v2.global")
	global.Lock()
	global.Unlock()
	return true
}()
