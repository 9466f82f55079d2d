// Package correct holds loops that leave nothing locked behind.
package correct

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

// Each way out of the body has its unlock.
func sweep(groups []*group) (n int) {
next:
	for _, g := range groups {
		g.mu.Lock()
		for _, l := range g.leases {
			if l.revoked {
				g.mu.Unlock()
				continue next
			}
			l.ttl--
			n++
		}
		g.mu.Unlock()
	}
	return n
}

// The lock is taken after the tests that continue.
func count(groups []*group) (n int) {
	for _, g := range groups {
		if g.name == "" {
			continue
		}
		g.mu.Lock()
		n += len(g.leases)
		g.mu.Unlock()
	}
	return n
}

// The group is unlocked before the break.
func find(groups []*group, name string) (found *group) {
	for _, g := range groups {
		g.mu.Lock()
		if g.name == name {
			g.mu.Unlock()
			found = g
			break
		}
		g.mu.Unlock()
	}
	return found
}

// The body is a function literal, whose deferred unlock runs in each turn.
func closeAll(groups []*group) {
	for _, g := range groups {
		func() {
			g.mu.Lock()
			defer g.mu.Unlock()
			if g.closed {
				return
			}
			g.closed = true
		}()
	}
}

// All are locked in one loop and unlocked in another, backwards.
func merge(groups []*group) (all []*lease) {
	for _, g := range groups {
		g.mu.Lock()
	}
	for _, g := range groups {
		all = append(all, g.leases...)
	}
	for i := len(groups) - 1; i >= 0; i-- {
		groups[i].mu.Unlock()
	}
	return all
}

// All are locked, and the releases deferred one by one.
func empty(groups []*group) bool {
	for _, g := range groups {
		g.mu.Lock()
		defer g.mu.Unlock()
	}
	for _, g := range groups {
		if len(g.leases) > 0 {
			return false
		}
	}
	return true
}

// The releases are collected and run at the end.
func each(groups []*group, f func(*group) bool) {
	var releases []func()
	defer func() {
		for _, release := range releases {
			release()
		}
	}()
	for _, g := range groups {
		g.mu.Lock()
		releases = append(releases, g.mu.Unlock)
		if !f(g) {
			return
		}
	}
}

// The lock is held at the head of each turn, and after the loop.
func (g *group) drain(send func(*lease)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for len(g.leases) > 0 {
		l := g.leases[0]
		g.leases = g.leases[1:]
		g.mu.Unlock()
		send(l)
		g.mu.Lock()
		if g.closed {
			return
		}
	}
}

type node struct {
	mu   sync.Mutex
	key  int
	hits int
	next *node
}

// Hand over hand, with an unlock where the key is found and where it is not.
func touch(head *node, key int) bool {
	cur := head
	cur.mu.Lock()
	for {
		if cur.key == key {
			cur.hits++
			cur.mu.Unlock()
			return true
		}
		next := cur.next
		if next == nil {
			cur.mu.Unlock()
			return false
		}
		next.mu.Lock()
		cur.mu.Unlock()
		cur = next
	}
}

// The node is returned locked, and its caller unlocks it.
func seek(head *node, key int) *node {
	for n := head; n != nil; n = n.next {
		n.mu.Lock()
		if n.key == key {
			return n
		}
		n.mu.Unlock()
	}
	return nil
}

func hits(head *node, key int) int {
	n := seek(head, key)
	if n == nil {
		return 0
	}
	defer n.mu.Unlock()
	return n.hits
}
