// Package racy has a race, and what would be one without its lock.
package racy

import "sync"

type Counter struct {
	mu   sync.Mutex
	n    int
	free int
}

func (c *Counter) Add() {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
	c.free++
}
