// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: functions that can fail to acquire a lock.
package correct

import (
	"context"
	"errors"
	"log"
	"sync"
)

// Admit returns the error.

type slots struct{ tokens chan struct{} }

func newSlots(n int) *slots { return &slots{make(chan struct{}, n)} }

func (s *slots) acquire(ctx context.Context) error {
	select {
	case s.tokens <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (s *slots) release() { <-s.tokens }

type admission struct{ s *slots }

func (a *admission) admit(ctx context.Context, work func(context.Context) error) error {
	if err := a.s.acquire(ctx); err != nil {
		return err
	}
	defer a.s.release()
	return work(ctx)
}

// With a context that never ends, the acquire cannot fail.

func (a *admission) flush(work func()) {
	_ = a.s.acquire(context.Background())
	defer a.s.release()
	work()
}

// Commit logs the error and returns.

type buildLock struct{ ch chan struct{} }

func newBuildLock() *buildLock { return &buildLock{make(chan struct{}, 1)} }

func (l *buildLock) Acquire(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case l.ch <- struct{}{}:
	}
	return nil
}

func (l *buildLock) Release() { <-l.ch }

type builder struct {
	lock  *buildLock
	steps []string
}

func (b *builder) commit(ctx context.Context, step string) {
	if err := b.lock.Acquire(ctx); err != nil {
		log.Printf("build lock: %v", err)
		return
	}
	b.steps = append(b.steps, step)
	b.lock.Release()
}

// Only what was acquired is released.

func (b *builder) try(ctx context.Context, step string) bool {
	err := b.lock.Acquire(ctx)
	if err == nil {
		b.steps = append(b.steps, step)
		b.lock.Release()
	}
	return err == nil
}

// Put heeds the helper's error; get has its own way to say that it failed.

var errClosed = errors.New("store closed")

type store struct {
	mu     sync.Mutex
	closed bool
	m      map[string]string
}

func (s *store) lock() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return errClosed
	}
	return nil
}

func (s *store) put(k, v string) error {
	if err := s.lock(); err != nil {
		return err
	}
	defer s.mu.Unlock()
	s.m[k] = v
	return nil
}

func (s *store) get(k string) (v string, err error) {
	if err = s.lock(); err != nil {
		return
	}
	v = s.m[k]
	s.mu.Unlock()
	return
}

// A failure of the helper ends the program.

func (s *store) mustLock() {
	if err := s.lock(); err != nil {
		log.Fatalf("store: %v", err)
	}
}

func (s *store) drop(k string) {
	s.mustLock()
	delete(s.m, k)
	s.mu.Unlock()
}

// What this acquires is an address and no lock: nothing is held afterwards.

type pool struct {
	mu        sync.Mutex
	next, max int
}

func (p *pool) acquire(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.next == p.max {
		return errors.New("pool exhausted")
	}
	p.next++
	return nil
}

func (p *pool) warm(ctx context.Context, n int) {
	for range n {
		if err := p.acquire(ctx); err != nil {
			log.Printf("warm-up: %v", err)
		}
	}
	_ = p.acquire(ctx)
}
