// Package faulty holds faults that must be found: a call through an interface
// comes back to the object that is read-locked.
package faulty

import "sync"

// A check has a pointer back to the cluster that runs it.

type check interface{ healthy() bool }

type cluster struct {
	mu     sync.RWMutex
	size   int
	checks []check
}

func (c *cluster) Size() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.size
}

func (c *cluster) resize(n int) {
	c.mu.Lock()
	c.size = n
	c.mu.Unlock()
}

type quorum struct {
	c    *cluster
	need int
}

func (q *quorum) healthy() bool { return q.c.Size() >= q.need }

func newCluster(n int) *cluster {
	c := &cluster{size: n}
	c.checks = append(c.checks, &quorum{c: c, need: n/2 + 1})
	return c
}

func (c *cluster) report() (bad int) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	for _, k := range c.checks {
		if !k.healthy() { // want `cluster.mu is read-locked twice, a deadlock if the writer at interfaces.go:24 comes in between: read-locked at interfaces.go:18 \(called from interfaces.go:46, interfaces.go:34\) while it is read-locked since interfaces.go:43 \(by lock class\)`
			bad++
		}
	}
	return bad
}

// The cluster passes itself.

type policy interface{ allows(c *cluster) bool }

type minimum struct{ n int }

func (m minimum) allows(c *cluster) bool { return c.Size() > m.n }

func (c *cluster) permitted(p policy) bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return p.allows(c) // want `cluster.mu is read-locked twice, a deadlock if the writer at interfaces.go:24 comes in between: read-locked at interfaces.go:18 \(called from interfaces.go:64, interfaces.go:59\) while it is read-locked since interfaces.go:62`
}

func (c *cluster) small() bool { return !c.permitted(minimum{3}) }
