package correct

import "sync"

// A helper unlocks for its caller, and then waits.

type uploads struct {
	mu   sync.Mutex
	sent int
	in   chan int
}

func newUploads() *uploads {
	u := &uploads{in: make(chan int)}
	go u.run()
	return u
}

func (u *uploads) run() {
	for n := range u.in {
		u.mu.Lock()
		u.sent += n
		u.mu.Unlock()
	}
}

// sendAndUnlock is called with u.mu held.
func (u *uploads) sendAndUnlock(n int) {
	u.mu.Unlock()
	u.in <- n
}

func (u *uploads) add(n int) {
	u.mu.Lock()
	u.sent++
	u.sendAndUnlock(n)
}

func (u *uploads) addIf(n int) bool {
	u.mu.Lock()
	if u.sent > 100 {
		u.mu.Unlock()
		return false
	}
	u.sendAndUnlock(n)
	return true
}
