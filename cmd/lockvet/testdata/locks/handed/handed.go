// Package handed passes locks from goroutine to goroutine, which is allowed. Who
// holds such a lock is not known, so nothing is said of it.
package handed

import "sync"

type Baton struct{ mu sync.Mutex }

type Track struct{ mu sync.Mutex }

// Run takes the lock and has another goroutine release it.
func (b *Baton) Run() {
	b.mu.Lock()
	done := make(chan bool)
	go func() {
		b.mu.Unlock()
		close(done)
	}()
	<-done
}

func Enter(t *Track, b *Baton) {
	t.mu.Lock()
	defer t.mu.Unlock()
	b.mu.Lock()
	defer b.mu.Unlock()
}

func Leave(t *Track, b *Baton) {
	b.mu.Lock()
	defer b.mu.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
}

// A Gate is a lock that is used as a semaphore: who closes it waits until
// another goroutine opens it.
type Gate struct{ mu sync.Mutex }

func (g *Gate) Close() { g.mu.Lock() }
func (g *Gate) Open()  { g.mu.Unlock() }

func (g *Gate) Wait() {
	g.Close()
	defer g.Open()
	g.Close()
}
