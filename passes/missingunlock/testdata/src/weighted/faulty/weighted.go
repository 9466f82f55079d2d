package faulty

import (
	"context"

	"golang.org/x/sync/semaphore"
)

type runner struct {
	slots *semaphore.Weighted
	runs  int
}

func (r *runner) run(ctx context.Context, job func() error) error {
	if err := r.slots.Acquire(ctx, 1); err != nil {
		return err
	}
	if err := job(); err != nil {
		return err // want `^runner.slots is not unlocked on this path: locked at weighted.go:15$`
	}
	r.runs++
	r.slots.Release(1)
	return nil
}
