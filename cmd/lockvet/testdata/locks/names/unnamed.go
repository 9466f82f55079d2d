package names

import "sync"

// Locks whose place says nothing of what they are. They are followed, but make
// no orders: two that look alike may have nothing to do with each other.

type Left struct{ mu sync.Mutex }

type Right struct{ mu sync.Mutex }

func lockAll(list []*sync.Mutex) {
	for _, mu := range list {
		mu.Lock()
	}
}

func unlockAll(list []*sync.Mutex) {
	for _, mu := range list {
		mu.Unlock()
	}
}

func Listed(l *Left, r *Right) {
	for _, list := range [][]*sync.Mutex{{&l.mu, &r.mu}, {&r.mu, &l.mu}} {
		lockAll(list)
		unlockAll(list)
	}
}

// hold is called through an interface for locks of several classes.
func hold(l sync.Locker, f func()) {
	l.Lock()
	defer l.Unlock()
	f()
}

func Held(l *Left, r *Right) {
	for _, pair := range [][2]sync.Locker{{&l.mu, &r.mu}, {&r.mu, &l.mu}} {
		hold(pair[0], func() { hold(pair[1], func() {}) })
	}
}

// Two objects of a class, locked both ways. Something else, such as an order of
// the objects, may keep them apart.
func Swap(a, b *Left) {
	a.mu.Lock()
	b.mu.Lock()
	b.mu.Unlock()
	a.mu.Unlock()
}
