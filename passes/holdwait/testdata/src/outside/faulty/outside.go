// Package faulty holds faults that must be found: channels of exported types
// and functions, that nobody outside of the package can have.
package faulty

import "sync"

// The field is not exported, and no method gives the channel away.

// A Hub passes messages on.
type Hub struct {
	mu   sync.Mutex
	subs map[string]int
	in   chan string
}

// NewHub returns a hub that runs.
func NewHub() *Hub {
	h := &Hub{subs: make(map[string]int), in: make(chan string)}
	go h.run()
	return h
}

func (h *Hub) run() {
	for name := range h.in {
		h.mu.Lock()
		h.subs[name]++
		h.mu.Unlock()
	}
}

// Publish passes a message on.
func (h *Hub) Publish(name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, ok := h.subs[name]; ok {
		h.in <- name // want `^Hub.mu is held while waiting to send on Hub.in, a deadlock:`
	}
}

// Len counts the subscribers.
func (h *Hub) Len() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.subs)
}
