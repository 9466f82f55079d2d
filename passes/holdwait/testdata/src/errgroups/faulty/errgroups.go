// Package faulty holds faults that must be found: an errgroup that is waited
// for with a lock held that its tasks take.
package faulty

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"
)

type coordinator struct {
	mu    sync.Mutex
	spans map[string]int
}

func (c *coordinator) backup(ctx context.Context, keys []string, read func(context.Context, string) (int, error)) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	g, ctx := errgroup.WithContext(ctx)
	for _, k := range keys {
		g.Go(func() error {
			n, err := read(ctx, k)
			c.mu.Lock()
			defer c.mu.Unlock()
			c.spans[k] = n
			return err
		})
	}
	return g.Wait() // want `coordinator.mu is held while waiting for .*, a deadlock: held since errgroups.go:18, waiting at errgroups.go:30; the goroutine at errgroups.go:\d+ may have to wait for coordinator.mu first, at errgroups.go:24$`
}

// A group without a context, and a method as the task.

func (c *coordinator) reset() error {
	c.spans = nil
	c.mu.Lock()
	c.spans = make(map[string]int)
	c.mu.Unlock()
	return nil
}

func (c *coordinator) restart() error {
	var g errgroup.Group
	c.mu.Lock()
	defer c.mu.Unlock()
	g.Go(c.reset)
	return g.Wait() // want `coordinator.mu is held while waiting for coordinator.restart.g, a deadlock`
}
