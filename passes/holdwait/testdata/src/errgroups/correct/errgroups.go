// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: an errgroup that is waited for.
package correct

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"
)

type coordinator struct {
	mu    sync.Mutex
	spans map[string]int
	runs  int
}

// The lock is taken in the tasks, and when they have ended.

func (c *coordinator) backup(ctx context.Context, keys []string, read func(context.Context, string) (int, error)) error {
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
	if err := g.Wait(); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.runs++
	return nil
}

// Tasks without a lock.

func (c *coordinator) probe(f func() error) error {
	var g errgroup.Group
	c.mu.Lock()
	defer c.mu.Unlock()
	for range 4 {
		g.Go(f)
	}
	c.runs++
	return g.Wait()
}
