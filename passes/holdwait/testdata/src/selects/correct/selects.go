// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: a select with a lock held, of which one arm at
// least needs no lock.
package correct

import (
	"context"
	"sync"
	"time"
)

type gossip struct {
	mu      sync.Mutex
	infos   map[string]int
	updates chan string
	dropped int
}

func newGossip() *gossip {
	g := &gossip{infos: map[string]int{}, updates: make(chan string)}
	go g.consume()
	return g
}

func (g *gossip) consume() {
	for k := range g.updates {
		g.mu.Lock()
		g.infos[k]++
		g.mu.Unlock()
	}
}

// A default.

func (g *gossip) offer(k string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case g.updates <- k:
	default:
		g.dropped++
	}
}

// A timer.

func (g *gossip) offerFor(k string, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case g.updates <- k:
		return true
	case <-t.C:
		return false
	}
}

func (g *gossip) offerSoon(k string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case g.updates <- k:
	case <-time.After(time.Second):
		g.dropped++
	}
}

// A context.

func (g *gossip) add(ctx context.Context, k string) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.infos[k]++
	select {
	case g.updates <- k:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// An arm for a channel that is closed with no lock.

type stopper struct {
	quiesce chan struct{}
	once    sync.Once
}

func (s *stopper) stop() { s.once.Do(func() { close(s.quiesce) }) }

type replica struct {
	mu   sync.Mutex
	st   *stopper
	raft chan int
	term int
}

func newReplica() *replica {
	r := &replica{st: &stopper{quiesce: make(chan struct{})}, raft: make(chan int)}
	go r.loop()
	return r
}

func (r *replica) loop() {
	for {
		select {
		case t := <-r.raft:
			r.mu.Lock()
			r.term = t
			r.mu.Unlock()
		case <-r.st.quiesce:
			return
		}
	}
}

func (r *replica) propose(t int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	select {
	case r.raft <- t:
		return true
	case <-r.st.quiesce:
		return false
	}
}

// An arm for a channel of the caller's.

func (r *replica) proposeUntil(t int, stop <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	select {
	case r.raft <- t:
	case <-stop:
	}
}
