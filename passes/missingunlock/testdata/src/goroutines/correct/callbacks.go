package correct

import (
	"context"
	"sync"
)

// The read lock goes with the callback, which commit calls once on each of its
// paths, in another goroutine.

type group struct {
	join  sync.RWMutex
	mu    sync.Mutex
	block int
	ctx   context.Context
	prior chan struct{}
	tick  chan struct{}
	cb    func(int, error)
	send  func(context.Context, int) error
}

func (g *group) loop() {
	for {
		select {
		case <-g.tick:
		case <-g.ctx.Done():
			return
		}
		g.join.RLock()
		g.mu.Lock()
		if g.block == 0 {
			g.commit(g.block, func(n int, err error) {
				g.join.RUnlock()
				g.cb(n, err)
			})
		} else {
			g.join.RUnlock()
		}
		g.mu.Unlock()
	}
}

func (g *group) Join(f func()) {
	g.join.Lock()
	defer g.join.Unlock()
	f()
}

func (g *group) commit(n int, done func(int, error)) {
	if n == 0 {
		go done(0, nil)
		return
	}
	prior := g.prior
	g.prior = make(chan struct{})
	next := g.prior
	go func() {
		defer close(next)
		if prior != nil {
			<-prior
		}
		if err := g.send(g.ctx, n); err != nil {
			done(n, err)
			return
		}
		done(n, nil)
	}()
}
