// Package bus calls handlers under its lock. It knows none of them.
package bus

import "sync"

type Handler interface{ Handle(event string) }

type Bus struct {
	mu       sync.Mutex
	handlers []Handler
}

func (b *Bus) Publish(event string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, h := range b.handlers {
		h.Handle(event)
	}
}

func (b *Bus) Subscribe(h Handler) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.handlers = append(b.handlers, h)
}
