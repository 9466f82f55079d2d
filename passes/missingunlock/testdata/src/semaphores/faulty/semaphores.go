// Package faulty holds semaphores that are acquired and not released.
package faulty

import "context"

// acquire and release stand for a lock.

type device struct {
	sem  chan struct{}
	regs map[string]int
}

func newDevice() *device { return &device{sem: make(chan struct{}, 1), regs: make(map[string]int)} }

func (d *device) acquire() { d.sem <- struct{}{} }
func (d *device) release() { <-d.sem }

func (d *device) read(reg string) (int, bool) {
	d.acquire()
	v, ok := d.regs[reg]
	if !ok {
		return 0, false // want `^device.sem is not unlocked on this path: locked at semaphores.go:15 \(called from semaphores.go:19\)$`
	}
	d.release()
	return v, true
}

// Acquiring can fail, by the context.

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

func (g *gate) pass(ctx context.Context, check func() error) error {
	if err := g.acquire(ctx); err != nil {
		return err
	}
	if err := check(); err != nil {
		return err // want `^gate.sem is not unlocked on this path: locked at semaphores.go:38 \(called from semaphores.go:49\)$`
	}
	g.open++
	g.release()
	return nil
}
