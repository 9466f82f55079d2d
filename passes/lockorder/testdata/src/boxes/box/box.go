// Package box keeps values for later; it runs nothing.
package box

import "sync"

type Box[T any] struct {
	mu   sync.Mutex
	vals []T
}

func (b *Box[T]) Put(t T) {
	b.mu.Lock()
	b.vals = append(b.vals, t)
	b.mu.Unlock()
}
