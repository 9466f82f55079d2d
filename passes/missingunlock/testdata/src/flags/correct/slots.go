package correct

import (
	"context"
	"sync"
)

// The flag says whether the slot was taken; the goroutine that it is handed to
// gives it back if so.

type engine struct {
	sem chan struct{}
	wg  sync.WaitGroup
	ctx context.Context
	run func()
}

func New(ctx context.Context, run func()) *engine {
	return &engine{sem: make(chan struct{}, 4), ctx: ctx, run: run}
}

func (e *engine) retry() {
	slot := false
	select {
	case e.sem <- struct{}{}:
		slot = true
	case <-e.ctx.Done():
		return
	default:
	}
	e.wg.Add(1)
	go func() {
		defer func() {
			if slot {
				<-e.sem
			}
			e.wg.Done()
		}()
		e.run()
	}()
}
