// Package faulty holds faults that must be found: functions that can fail to
// acquire a lock, and callers that go on as if they never did.
package faulty

import (
	"context"
	"errors"
	"log"
	"sync"
)

// The error of a cancellable acquire goes to the blank identifier: with a
// cancelled context, the release frees a slot of somebody else.

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
	_ = a.s.acquire(ctx) // want `the result is ignored that says whether slots.tokens is locked`
	defer a.s.release()
	return work(ctx)
}

// The error is logged only.

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
	if err := b.lock.Acquire(ctx); err != nil { // want `buildLock.ch is unlocked at acquires.go:\d+ even if this attempt to lock it has failed`
		log.Printf("build lock: %v", err)
	}
	b.steps = append(b.steps, step)
	b.lock.Release()
}

// A mutex taken by a helper, which fails when the store is closed.

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

func (s *store) put(k, v string) {
	s.lock() // want `the result is ignored that says whether store.mu is locked`
	s.m[k] = v
	s.mu.Unlock()
}

// The helper's second result is the one that tells.

func (s *store) begin(k string) (string, bool) {
	if !s.mu.TryLock() {
		return "", false
	}
	return s.m[k], true
}

func (s *store) swap(k, v string) string {
	old, _ := s.begin(k) // want `the result is ignored that says whether store.mu is locked`
	s.m[k] = v
	s.mu.Unlock()
	return old
}
