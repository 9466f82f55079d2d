// Package faulty holds returns that stand beside an end of the process.
package faulty

import (
	"log"
	"sync"
)

type config struct {
	mu     sync.Mutex
	values map[string]string
	strict bool
}

// Fatal ends the process, Print does not.
func (c *config) load(read func() (map[string]string, error)) {
	c.mu.Lock()
	values, err := read()
	if err != nil {
		if c.strict {
			log.Fatalf("load: %v", err)
		}
		log.Printf("load: %v", err)
		return // want `^config.mu is not unlocked on this path: locked at exits.go:17$`
	}
	c.values = values
	c.mu.Unlock()
}
