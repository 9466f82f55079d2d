package trylock

import (
	"sync"
	"time"
)

// A poll loop ends only with success and lets go of nothing: it waits.

type engine struct{ mu sync.Mutex }
type gear struct{ mu sync.Mutex }

func poll(e *engine, g *gear) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for !g.mu.TryLock() { // want trylockorder `livelock`
	}
	g.mu.Unlock()
}

func shift(e *engine, g *gear) {
	g.mu.Lock()
	defer g.mu.Unlock()
	e.mu.Lock()
	defer e.mu.Unlock()
}

// To sleep between the attempts spares the CPU and changes nothing else. The
// lock on the other side was itself acquired by a TryLock: it is held.

type coordinator struct {
	db         sync.RWMutex
	collection sync.Mutex
}

func (c *coordinator) define() {
	c.db.Lock()
	defer c.db.Unlock()
	for !c.collection.TryLock() { // want trylockorder `coordinator\.collection`
		time.Sleep(time.Millisecond)
	}
	defer c.collection.Unlock()
}

func (c *coordinator) load() bool {
	if !c.collection.TryLock() {
		return false
	}
	defer c.collection.Unlock()
	c.db.RLock()
	defer c.db.RUnlock()
	return true
}
