package correct

import "sync"

// All of an array are locked, then something else, and all are unlocked: how many
// locks are held in between is no matter of the other lock.

type board struct {
	cells [8]sync.Mutex
	rules sync.RWMutex
	log   sync.Mutex
	n     int
}

func (b *board) freeze() {
	for i := range b.cells {
		b.cells[i].Lock()
	}
	b.rules.RLock()
	b.n++
	b.rules.RUnlock()
	for i := range b.cells {
		b.cells[len(b.cells)-1-i].Unlock()
	}
}

func (b *board) freezeAnd(f func()) {
	for i := range b.cells {
		b.cells[i].Lock()
	}
	b.log.Lock()
	defer func() {
		b.log.Unlock()
		for i := range b.cells {
			b.cells[i].Unlock()
		}
	}()
	f()
}

func (b *board) tryFreeze() bool {
	for i := range b.cells {
		b.cells[i].Lock()
	}
	ok := b.log.TryLock()
	if ok {
		b.n++
		b.log.Unlock()
	}
	for i := range b.cells {
		b.cells[i].Unlock()
	}
	return ok
}

// In a function that is passed on, and for locks of its own.
func frozen(times func(int, func())) {
	var cells [5]sync.Mutex
	var rules sync.RWMutex
	times(1000, func() {
		for i := range cells {
			cells[i].Lock()
		}
		rules.RLock()
		rules.RUnlock()
		for i := range cells {
			cells[len(cells)-1-i].Unlock()
		}
	})
}

// More locks than are told apart.
func (b *board) sixteen(m *[20]sync.Mutex) {
	m[0].Lock()
	m[1].Lock()
	m[2].Lock()
	m[3].Lock()
	m[4].Lock()
	m[5].Lock()
	m[6].Lock()
	m[7].Lock()
	m[8].Lock()
	m[9].Lock()
	m[10].Lock()
	m[11].Lock()
	m[12].Lock()
	m[13].Lock()
	m[14].Lock()
	m[15].Lock()
	if b.n > 0 {
		m[16].Lock()
		b.n--
		m[16].Unlock()
	}
	m[15].Unlock()
	m[14].Unlock()
	m[13].Unlock()
	m[12].Unlock()
	m[11].Unlock()
	m[10].Unlock()
	m[9].Unlock()
	m[8].Unlock()
	m[7].Unlock()
	m[6].Unlock()
	m[5].Unlock()
	m[4].Unlock()
	m[3].Unlock()
	m[2].Unlock()
	m[1].Unlock()
	m[0].Unlock()
}

// Calls that lead deeper than functions are read in place, and there give up what
// was locked above.
func (b *board) deep(n int) {
	b.log.Lock()
	var descend func(n int)
	descend = func(n int) {
		if n == 0 {
			b.log.Unlock()
			return
		}
		descend(n - 1)
	}
	descend(n)
	b.log.Lock()
	b.n++
	b.log.Unlock()
}
