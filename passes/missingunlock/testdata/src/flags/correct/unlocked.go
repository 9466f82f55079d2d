package correct

import "sync"

// unlock comes early and by defer, and lets only the first call unlock.

type producer struct {
	mu   sync.Mutex
	in   bool
	n    int
	done func(error)
}

func (p *producer) commit(f func()) bool {
	p.mu.Lock()
	var unlocked bool
	unlock := func() {
		if !unlocked {
			p.mu.Unlock()
		}
		unlocked = true
	}
	defer unlock()
	if !p.in {
		return false
	}
	p.n++
	unlock()
	f()
	return true
}
