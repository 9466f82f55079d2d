// Package unrecovered holds panics under a lock that no caller in sight
// recovers; they are reported if the flag asks for it.
package unrecovered

import "sync"

type heap struct {
	mu    sync.Mutex
	items []int
}

func (h *heap) pop() int {
	h.mu.Lock()
	if len(h.items) == 0 {
		panic("pop of an empty heap") // want `^heap.mu is held at this panic: locked at unrecovered.go:13$`
	}
	v := h.items[0]
	h.items = h.items[1:]
	h.mu.Unlock()
	return v
}

// The deferred unlock runs.
func (h *heap) top() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.items) == 0 {
		panic("top of an empty heap")
	}
	return h.items[0]
}

// A panic after the unlock holds nothing.
func (h *heap) check() {
	h.mu.Lock()
	n := len(h.items)
	h.mu.Unlock()
	if n > 100 {
		panic("heap too large")
	}
}
