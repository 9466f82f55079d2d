// Package faulty holds ways out of a loop body that skip the unlock.
package faulty

import "sync"

type lease struct {
	revoked bool
	ttl     int
}

type group struct {
	mu     sync.Mutex
	leases []*lease
	closed bool
	name   string
}

// The labelled continue leaves the group locked.
func sweep(groups []*group) (n int) {
next:
	for _, g := range groups {
		g.mu.Lock()
		for _, l := range g.leases {
			if l.revoked {
				continue next // want `^group.mu is not unlocked on this way out of the loop body: locked at loops.go:22$`
			}
			l.ttl--
			n++
		}
		g.mu.Unlock()
	}
	return n
}

// So does a plain one.
func count(groups []*group) (n int) {
	for _, g := range groups {
		g.mu.Lock()
		if g.closed {
			continue // want `^group.mu is not unlocked on this way out of the loop body: locked at loops.go:38$`
		}
		n += len(g.leases)
		g.mu.Unlock()
	}
	return n
}

// A break out of the search keeps what was found locked.
func find(groups []*group, name string) (found bool) {
	for _, g := range groups {
		g.mu.Lock()
		if g.name == name {
			found = true
			break // want `^group.mu is not unlocked on this way out of the loop body: locked at loops.go:51$`
		}
		g.mu.Unlock()
	}
	return found
}

// A return does too.
func index(groups []*group, name string) int {
	for i, g := range groups {
		g.mu.Lock()
		if g.name == name {
			return i // want `^group.mu is not unlocked on this path: locked at loops.go:64$`
		}
		g.mu.Unlock()
	}
	return -1
}

// The lock is held at the head of each turn and dropped in the middle; the
// return for a closed group forgets it.
func (g *group) drain(send func(*lease)) {
	g.mu.Lock()
	for len(g.leases) > 0 {
		l := g.leases[0]
		g.leases = g.leases[1:]
		g.mu.Unlock()
		send(l)
		g.mu.Lock()
		if g.closed {
			return // want `^group.mu is not unlocked on this path: locked at loops.go:82$`
		}
	}
	g.mu.Unlock()
}

// A list is walked hand over hand; where the key is found the node stays
// locked.

type node struct {
	mu   sync.Mutex
	key  int
	hits int
	next *node
}

func touch(head *node, key int) bool {
	cur := head
	cur.mu.Lock()
	for cur.key != key {
		next := cur.next
		if next == nil {
			cur.mu.Unlock()
			return false
		}
		next.mu.Lock()
		cur.mu.Unlock()
		cur = next
	}
	cur.hits++
	return true // want `^node.mu is not unlocked on this path: locked at loops.go:102$`
}
