package correct

import (
	"context"

	"golang.org/x/sync/semaphore"
)

type builder struct {
	slots *semaphore.Weighted
	built []string
}

func (b *builder) build(ctx context.Context, name string) error {
	if err := b.slots.Acquire(ctx, 1); err != nil {
		return err
	}
	defer b.slots.Release(1)
	b.built = append(b.built, name)
	return nil
}

// Nothing ends the wait but success.

func (b *builder) rebuild(name string) {
	_ = b.slots.Acquire(context.Background(), 1)
	defer b.slots.Release(1)
	b.built = append(b.built, name)
}

// Two slots are two slots.

func (b *builder) pair(ctx context.Context) bool {
	if b.slots.TryAcquire(1) {
		defer b.slots.Release(1)
		if b.slots.TryAcquire(1) {
			b.slots.Release(1)
			return true
		}
	}
	return false
}
