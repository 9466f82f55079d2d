package correct

import "sync"

type lock interface {
	sync.Locker
	TryLockSpin() bool
}

// Two calls of a function that nobody knows make two locks.
func opposed(makeLock func() lock, meet func()) {
	a, b := makeLock(), makeLock()
	var all sync.WaitGroup
	all.Go(func() {
		for range 10 {
			a.Lock()
			meet()
			if b.TryLockSpin() {
				b.Unlock()
			}
			a.Unlock()
		}
	})
	all.Go(func() {
		for range 10 {
			b.Lock()
			meet()
			a.Lock()
			a.Unlock()
			b.Unlock()
		}
	})
	all.Wait()
}

// What was meant by the first release is not known: it was another name.
func handed(makeLock func() sync.Locker, pass func(sync.Locker) sync.Locker) {
	a := makeLock()
	b := makeLock()
	a.Lock()
	pass(b)
	b.Unlock()
	a.Unlock()
}

// Elements at two places, whatever those are.
func elements(makeLock func() lock, meet func()) {
	locks := [2]lock{makeLock(), makeLock()}
	var all sync.WaitGroup
	for id := range 2 {
		all.Go(func() {
			mine, other := locks[id], locks[1-id]
			for range 10 {
				mine.Lock()
				meet()
				if other.TryLockSpin() {
					other.Unlock()
				}
				meet()
				mine.Unlock()
			}
		})
	}
	all.Wait()
}

// In the end they are released by their order.
func circle(makeLock func() lock) {
	locks := [3]lock{makeLock(), makeLock(), makeLock()}
	var all sync.WaitGroup
	for id := range locks {
		all.Go(func() {
			next := (id + 1) % len(locks)
			first, second := locks[min(id, next)], locks[max(id, next)]
			for range 10 {
				locks[id].Lock()
				if !locks[next].TryLockSpin() {
					locks[id].Unlock()
					first.Lock()
					second.Lock()
				}
				first.Unlock()
				second.Unlock()
			}
		})
	}
	all.Wait()
}

// The same with a trylock that everybody knows.
func mutexes() {
	var locks [3]sync.Mutex
	for id := range locks {
		next := (id + 1) % len(locks)
		first, second := &locks[min(id, next)], &locks[max(id, next)]
		for range 10 {
			locks[id].Lock()
			if !locks[next].TryLock() {
				locks[id].Unlock()
				first.Lock()
				second.Lock()
			}
			first.Unlock()
			second.Unlock()
		}
	}
}
