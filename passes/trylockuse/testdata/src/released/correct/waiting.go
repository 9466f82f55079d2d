package correct

import (
	"context"
	"sync"
)

// After a failed attempt a goroutine takes the lock, and of it and the caller the
// second to come gives it back if the caller had given up.

type group struct{ join sync.RWMutex }

func (g *group) wait(ctx context.Context) error {
	if g.join.TryRLock() {
		return nil
	}
	var (
		got      = make(chan struct{})
		mu       sync.Mutex
		returned bool
		giveBack = func() {
			mu.Lock()
			defer mu.Unlock()
			if returned {
				g.join.RUnlock()
			}
			returned = true
		}
	)
	go func() {
		g.join.RLock()
		close(got)
		giveBack()
	}()
	select {
	case <-got:
		return nil
	case <-ctx.Done():
		giveBack()
		return ctx.Err()
	}
}

func (g *group) Commit(ctx context.Context, f func()) error {
	if err := g.wait(ctx); err != nil {
		return err
	}
	f()
	g.join.RUnlock()
	return nil
}

func (g *group) Join(f func()) {
	g.join.Lock()
	defer g.join.Unlock()
	f()
}
