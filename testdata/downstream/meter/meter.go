// Package meter implements bus.Handler by an unexported type only, behind a
// constructor. What its method locks is known to importers through the
// package's fact or not at all.
package meter

import (
	"sync"

	"example.com/downstream/bus"
)

// Mu guards the counts. A caller that wants several read alike holds it.
var Mu sync.Mutex

type counter struct{ n int }

// New returns a handler that counts events.
func New() bus.Handler { return &counter{} }

func (c *counter) Handle(string) {
	Mu.Lock()
	defer Mu.Unlock()
	c.n++
}
