// Package correct puts a function into another package's container while it
// holds a lock. The function is only kept: nothing runs it there.
package correct

import (
	"sync"

	"boxes/box"
)

type sender struct {
	mu    sync.Mutex
	later box.Box[func()]
	to    *receiver
}

type receiver struct {
	mu   sync.Mutex
	from *sender
}

func (s *sender) send() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.later.Put(func() {
		s.to.mu.Lock()
		s.to.mu.Unlock()
	})
}

func (r *receiver) update() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.from.mu.Lock()
	r.from.mu.Unlock()
}
