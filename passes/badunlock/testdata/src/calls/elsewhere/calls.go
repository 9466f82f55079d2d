// Package elsewhere holds releases after an attempt to lock that failed, which
// are trylockuse's to report.
package elsewhere

import (
	"errors"
	"sync"
)

var errGone = errors.New("gone")

type gate struct {
	mu     sync.Mutex
	closed bool
	n      int
}

// acquire holds nothing when it returns an error.
func (g *gate) acquire() error {
	g.mu.Lock()
	if g.closed {
		g.mu.Unlock()
		return errGone
	}
	return nil
}

func (g *gate) release() { g.mu.Unlock() }

func (g *gate) pass() error {
	err := g.acquire()
	if err == nil {
		g.n++
	}
	g.release()
	return err
}

func (g *gate) peek() int {
	if !g.mu.TryLock() {
		g.n++
	}
	defer g.mu.Unlock()
	return g.n
}
