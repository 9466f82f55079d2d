package correct

import (
	"context"
	"sync"

	"golang.org/x/sync/semaphore"
)

type runner struct {
	slots *semaphore.Weighted
	mu    sync.Mutex
	runs  int
}

// The slot goes to the goroutine.

func (r *runner) start(ctx context.Context, job func()) error {
	if err := r.slots.Acquire(ctx, 1); err != nil {
		return err
	}
	go func() {
		defer r.slots.Release(1)
		job()
	}()
	return nil
}

// All slots are taken in the end, to wait for those who have one.

func all(ctx context.Context, jobs []func()) error {
	slots := semaphore.NewWeighted(4)
	for _, job := range jobs {
		if err := slots.Acquire(ctx, 1); err != nil {
			return err
		}
		go func() {
			defer slots.Release(1)
			job()
		}()
	}
	return slots.Acquire(ctx, 4)
}

// A slot and a lock have no order.

func (r *runner) count(ctx context.Context) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.slots.TryAcquire(1) {
		defer r.slots.Release(1)
	}
	return r.runs
}
