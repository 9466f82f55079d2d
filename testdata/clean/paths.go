package clean

import "sync"

type upper struct{ mu sync.Mutex }
type lower struct{ mu sync.Mutex }

func order(u *upper, l *lower) {
	u.mu.Lock()
	defer u.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
}

// The same condition twice: the lower lock is not held when the upper is taken.

func correlated(u *upper, l *lower, lowerOnly bool) {
	if lowerOnly {
		l.mu.Lock()
	}
	if !lowerOnly {
		u.mu.Lock()
		u.mu.Unlock()
	}
	if lowerOnly {
		l.mu.Unlock()
	}
}

func correlatedFlag(u *upper, l *lower, n int) {
	locked := false
	if n > 3 {
		l.mu.Lock()
		locked = true
	}
	if locked {
		l.mu.Unlock()
	}
	u.mu.Lock()
	u.mu.Unlock()
}

func correlatedSwitch(u *upper, l *lower, mode int) {
	switch mode {
	case 1:
		l.mu.Lock()
	}
	if mode == 2 {
		u.mu.Lock()
		u.mu.Unlock()
	}
	if mode == 1 {
		l.mu.Unlock()
	}
}

// A failed try holds nothing.

func triedAndFailed(u *upper, l *lower) {
	if !l.mu.TryLock() {
		u.mu.Lock()
		u.mu.Unlock()
		return
	}
	l.mu.Unlock()
}

func triedInVariable(u *upper, l *lower, want bool) {
	ok := want && l.mu.TryLock()
	if !ok {
		u.mu.Lock()
		defer u.mu.Unlock()
		return
	}
	defer l.mu.Unlock()
}

func (l *lower) tryAcquire() bool { return l.mu.TryLock() }

func triedInHelper(u *upper, l *lower) {
	if l.tryAcquire() {
		l.mu.Unlock()
	} else {
		u.mu.Lock()
		u.mu.Unlock()
	}
}

// Dropped and taken again in the right order.

func (l *lower) yield(u *upper) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.mu.Unlock()
	u.mu.Lock()
	l.mu.Lock()
	u.mu.Unlock()
}

// A helper that is called with the lock held and drops it around the work.

func (l *lower) dropAndWork(u *upper) {
	l.mu.Unlock()
	u.mu.Lock()
	u.mu.Unlock()
	l.mu.Lock()
}

func callsDropper(u *upper, l *lower) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.dropAndWork(u)
}

// Released in a deferred closure, before the next lock is taken.

func closures(u *upper, l *lower) {
	func() {
		l.mu.Lock()
		defer func() {
			if r := recover(); r != nil {
				panic(r)
			}
		}()
		defer l.mu.Unlock()
	}()
	u.mu.Lock()
	defer u.mu.Unlock()
}

// A helper that returns the unlock.

func (l *lower) hold() func() {
	l.mu.Lock()
	return l.mu.Unlock
}

func usesHold(u *upper, l *lower) {
	release := l.hold()
	release()
	u.mu.Lock()
	defer u.mu.Unlock()
}

func defersHold(u *upper, l *lower) {
	u.mu.Lock()
	defer u.mu.Unlock()
	defer l.hold()()
}
