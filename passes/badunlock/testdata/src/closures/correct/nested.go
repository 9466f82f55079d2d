package correct

import "sync"

// One function says whether another is to be called: what the first has locked,
// the second unlocks.

func nest(outer sync.Locker, inner func() bool, release func()) {
	outer.Lock()
	if inner() {
		release()
	}
	outer.Unlock()
}

func literals() {
	nest := func(outer sync.Locker, inner func() bool, release func()) {
		outer.Lock()
		if inner() {
			release()
		}
		outer.Unlock()
	}
	blocking := func(l sync.Locker) func() bool { return func() bool { l.Lock(); return true } }
	func() {
		var a, b sync.Mutex
		nest(&a, blocking(&b), b.Unlock)
		nest(&b, a.TryLock, a.Unlock)
	}()
	func() {
		var a, b sync.Mutex
		nest(&a, b.TryLock, b.Unlock)
		nest(&b, blocking(&a), a.Unlock)
		a.Lock()
		a.Unlock()
	}()
}

// Which function it is, is not in sight.
func unseen(ways map[string]func(sync.Locker) func() bool, pick func(sync.Locker) func() bool) {
	nest := func(outer sync.Locker, inner func() bool, release func()) {
		outer.Lock()
		if inner() {
			release()
		}
		outer.Unlock()
	}
	var a, b sync.Mutex
	for _, way := range ways {
		nest(&a, way(&b), b.Unlock)
		nest(&b, pick(&a), func() { a.Unlock() })
		nest(&a, way(&b), func() { b.Unlock() })
	}
	b.Lock()
	b.Unlock()
	a.Lock()
	a.Unlock()
}

// The function that decides is declared, and so is what it is given.
func declared(c bool) {
	var a, b sync.Mutex
	blocking := func(l sync.Locker) func() bool { return func() bool { l.Lock(); return true } }
	if c {
		nest(&a, blocking(&b), b.Unlock)
		nest(&a, b.TryLock, b.Unlock)
	}
	b.Lock()
	b.Unlock()
	if c {
		nest(&a, func() bool { return b.TryLock() }, func() { b.Unlock() })
	}
	b.Lock()
	b.Unlock()
	if c {
		nest(&a, func() bool {
			if c := b.TryLock(); !c {
				return false
			}
			return true
		}, func() { b.Unlock() })
	}
	b.Lock()
	b.Unlock()
	if c {
		nest(&a, func() bool { return false }, func() { b.Unlock() })
	}
	b.Lock()
	b.Unlock()
	a.Lock()
	a.Unlock()
}

// What is locked before says whether it is unlocked.
func locked(c bool) {
	var a, b sync.Mutex
	if c {
		b.Lock()
	}
	nest(&a, func() bool { return c }, func() { b.Unlock() })
	b.Lock()
	b.Unlock()
}

type account struct {
	mu sync.Mutex
	n  int
}

func (a *account) takeBy(acquire func() error) {
	if err := acquire(); err == nil {
		a.n--
		a.mu.Unlock()
	}
	a.mu.Lock()
	a.n++
	a.mu.Unlock()
}

// A literal tells the function that calls it whether it has locked.

func attempt(c bool) {
	var a, b sync.Mutex
	nest(&a, func() bool {
		if !b.TryLock() {
			return false
		}
		return true
	}, func() { b.Unlock() })
	nest(&a, func() bool {
		if c {
			b.Lock()
		}
		return c
	}, func() { b.Unlock() })
}

func attempts(c bool) error {
	var b sync.Mutex
	return inTurn(func() error {
		if err := check(c); err != nil {
			return err
		}
		b.Lock()
		return nil
	}, func() { b.Unlock() })
}

func inTurn(f func() error, g func()) error {
	if err := f(); err != nil {
		return err
	}
	g()
	return nil
}

var check func(bool) error
