// Package correct holds locks that another goroutine releases.
package correct

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

type index struct {
	mu   sync.Mutex
	docs []string
}

// The goroutine that finishes the work releases the lock on each way out.
func (x *index) rebuild(ctx context.Context, load func() []string) {
	x.mu.Lock()
	go func() {
		defer x.mu.Unlock()
		docs := load()
		if ctx.Err() != nil {
			return
		}
		x.docs = docs
	}()
}

// A method does so.
func (x *index) reload() {
	x.mu.Lock()
	go x.finish()
}

// finish is called with x.mu held and releases it.
func (x *index) finish() {
	x.docs = nil
	x.mu.Unlock()
}

// The timer releases it.
func (x *index) freeze(d time.Duration) {
	x.mu.Lock()
	time.AfterFunc(d, x.mu.Unlock)
}

// The release travels over a channel to the goroutine that finishes.

type job struct {
	doc  string
	done func()
}

func (x *index) submit(jobs chan<- job, doc string) {
	x.mu.Lock()
	jobs <- job{doc, x.mu.Unlock}
}

func work(jobs <-chan job) {
	for j := range jobs {
		j.done()
	}
}

// If the work does not start, the function releases the lock itself.
func (x *index) try(start func(func()) bool) {
	x.mu.Lock()
	if !start(x.finish) {
		x.mu.Unlock()
	}
}

// The goroutine clears the flag when it ends.

type refresher struct {
	busy atomic.Bool
	n    int
}

func (r *refresher) start(ctx context.Context) bool {
	if !r.busy.CompareAndSwap(false, true) {
		return false
	}
	go func() {
		defer r.busy.Store(false)
		if ctx.Err() != nil {
			return
		}
		r.n++
	}()
	return true
}

// A goroutine started under the lock takes it later, by itself.
func (x *index) grow(n int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for range n {
		go func() {
			x.mu.Lock()
			x.docs = append(x.docs, "")
			x.mu.Unlock()
		}()
	}
}
