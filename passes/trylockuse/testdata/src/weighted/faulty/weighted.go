package faulty

import (
	"context"
	"log"

	"golang.org/x/sync/semaphore"
)

type builder struct {
	slots *semaphore.Weighted
	built []string
}

// The context may end first, and then a slot is released that was never taken.

func (b *builder) build(ctx context.Context, name string) {
	b.slots.Acquire(ctx, 1) // want `the result is ignored that says whether builder.slots is locked`
	defer b.slots.Release(1)
	b.built = append(b.built, name)
}

func (b *builder) rebuild(ctx context.Context, name string) {
	if err := b.slots.Acquire(ctx, 1); err != nil { // want `builder.slots is unlocked at weighted.go:\d+ even if this attempt to lock it has failed`
		log.Print(err)
	}
	b.built = append(b.built, name)
	b.slots.Release(1)
}
