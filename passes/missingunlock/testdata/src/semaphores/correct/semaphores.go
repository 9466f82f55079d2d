// Package correct holds semaphores that are released, here or elsewhere.
package correct

import "context"

type device struct {
	sem  chan struct{}
	regs map[string]int
}

func newDevice() *device { return &device{sem: make(chan struct{}, 1), regs: make(map[string]int)} }

func (d *device) acquire() { d.sem <- struct{}{} }
func (d *device) release() { <-d.sem }

func (d *device) read(reg string) (int, bool) {
	d.acquire()
	defer d.release()
	v, ok := d.regs[reg]
	return v, ok
}

type gate struct {
	sem  chan struct{}
	open int
}

func newGate() *gate { return &gate{sem: make(chan struct{}, 1)} }

func (g *gate) acquire(ctx context.Context) error {
	select {
	case g.sem <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (g *gate) release() { <-g.sem }

// A failed acquire leaves nothing to release.
func (g *gate) pass(ctx context.Context, check func() error) error {
	if err := g.acquire(ctx); err != nil {
		return err
	}
	defer g.release()
	if err := check(); err != nil {
		return err
	}
	g.open++
	return nil
}

// A limit on the number of workers: each slot is given back by the goroutine
// that uses it.

type pool struct{ slots chan struct{} }

func newPool(n int) *pool { return &pool{slots: make(chan struct{}, n)} }

func (p *pool) run(jobs []func()) {
	for _, job := range jobs {
		p.slots <- struct{}{}
		go func() {
			defer func() { <-p.slots }()
			job()
		}()
	}
}

// Filling the semaphore waits for all workers to end, and keeps it.
func (p *pool) stop() {
	for range cap(p.slots) {
		p.slots <- struct{}{}
	}
}

// The ticket is released by whoever gets it.

type ticket struct{ g *gate }

func (t *ticket) Close() { t.g.release() }

func (g *gate) enter(ctx context.Context) (*ticket, error) {
	if err := g.acquire(ctx); err != nil {
		return nil, err
	}
	return &ticket{g}, nil
}
