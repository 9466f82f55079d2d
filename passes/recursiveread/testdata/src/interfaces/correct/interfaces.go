// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: calls through interfaces under a read lock.
package correct

import (
	"slices"
	"sync"
)

// The checks run from a copy, after the release.

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
	checks := slices.Clone(c.checks)
	c.mu.RUnlock()
	for _, k := range checks {
		if !k.healthy() {
			bad++
		}
	}
	return bad
}

// The policy is told the number.

type policy interface{ allows(size int) bool }

type minimum struct{ n int }

func (m minimum) allows(size int) bool { return size > m.n }

func (c *cluster) permitted(p policy) bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return p.allows(c.size)
}

func (c *cluster) small() bool { return !c.permitted(minimum{3}) }

// A view falls back to the one below it, which is another object.

type source interface{ get(k string) string }

type view struct {
	mu    sync.RWMutex
	m     map[string]string
	below source
}

func (v *view) set(k, s string) {
	v.mu.Lock()
	v.m[k] = s
	v.mu.Unlock()
}

func (v *view) get(k string) string {
	v.mu.RLock()
	defer v.mu.RUnlock()
	if s, ok := v.m[k]; ok {
		return s
	}
	return v.below.get(k)
}

func over(below source) *view { return &view{m: map[string]string{}, below: below} }
