package store

import (
	"sync"
	"testing"
)

type recorder struct{ mu sync.Mutex }
type clock struct{ mu sync.Mutex }

func TestRecord(t *testing.T) {
	var r recorder
	var c clock
	record(&r, &c)
	tick(&r, &c)
}

func record(r *recorder, c *clock) {
	r.mu.Lock()
	c.mu.Lock()
	c.mu.Unlock()
	r.mu.Unlock()
}

func tick(r *recorder, c *clock) {
	c.mu.Lock()
	r.mu.Lock() // want lockorder `recorder\.mu`
	r.mu.Unlock()
	c.mu.Unlock()
}
