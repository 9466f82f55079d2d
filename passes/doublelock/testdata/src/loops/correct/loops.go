// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: locks in loops.
package correct

import "sync"

// A function literal makes an end for each turn.

type upload struct {
	mu    sync.Mutex
	parts map[int]int
	total int
}

func (u *upload) record(sizes []int) {
	for i, n := range sizes {
		func() {
			u.mu.Lock()
			defer u.mu.Unlock()
			u.parts[i] = n
			u.total += n
		}()
	}
}

// The lock is taken once, before the loop.

func (u *upload) recordAll(sizes []int) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for i, n := range sizes {
		u.parts[i] = n
		u.total += n
	}
}

// The lock is held at the head of each turn, dropped for the work, and held
// again at the end of the turn.

func (u *upload) drain(next func() (int, bool)) {
	u.mu.Lock()
	for u.total > 0 {
		u.mu.Unlock()
		n, ok := next()
		u.mu.Lock()
		if !ok {
			break
		}
		u.total -= n
	}
	u.mu.Unlock()
}

// Locked in the turn that leaves the loop.

func (u *upload) first(sizes []int) int {
	for i, n := range sizes {
		if n == 0 {
			continue
		}
		u.mu.Lock()
		defer u.mu.Unlock()
		u.parts[i] = n
		return n
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.total
}

// Each turn has a lock of its own, all of them held to the end.

type part struct {
	mu   sync.Mutex
	size int
}

func total(parts []*part) (sum int) {
	for _, p := range parts {
		p.mu.Lock()
		defer p.mu.Unlock()
		sum += p.size
	}
	return sum
}

func totalByIndex(parts []part) (sum int) {
	for i := range parts {
		parts[i].mu.Lock()
		defer parts[i].mu.Unlock()
		sum += parts[i].size
	}
	return sum
}

// The retry jumps back after the release.

type lease struct {
	mu    sync.Mutex
	owner string
}

func (l *lease) take(who string, wait func()) {
again:
	l.mu.Lock()
	if l.owner != "" {
		l.mu.Unlock()
		wait()
		goto again
	}
	l.owner = who
	l.mu.Unlock()
}

// Hand over hand: in each turn the pointers stand for the next two nodes.

type node struct {
	mu   sync.Mutex
	next *node
	val  int
}

func find(head *node, val int) bool {
	prev := head
	prev.mu.Lock()
	cur := prev.next
	for cur != nil {
		cur.mu.Lock()
		prev.mu.Unlock()
		if cur.val == val {
			cur.mu.Unlock()
			return true
		}
		prev = cur
		cur = cur.next
	}
	prev.mu.Unlock()
	return false
}

// A loop that is left with the lock held and one that is not.

func (l *lease) await(who string, ready func() bool) {
	for {
		l.mu.Lock()
		if ready() {
			break
		}
		l.mu.Unlock()
	}
	l.owner = who
	l.mu.Unlock()
}
