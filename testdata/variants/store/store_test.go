package store

import (
	"sync"
	"testing"
)

type recorder struct{ mu sync.Mutex }
type clock struct{ mu sync.Mutex }

var (
	shared recorder
	wall   clock
)

func TestRecord(t *testing.T) {
	go record(&shared, &wall)
	tick(&shared, &wall)
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
