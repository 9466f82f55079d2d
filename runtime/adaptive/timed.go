package adaptive

import (
	"cmp"
	"context"
	"sync"
	"time"
	"unsafe"

	"github.com/lockvet/lockvet/runtime/adaptive/internal/machine"
)

// Waiting that can end without the lock
//
// Nobody can leave the queue of a sync.Mutex. So a goroutine that may give up
// does not enter it; it sends a proxy, a goroutine that waits in its place, and
// itself waits for either the proxy or the end of its time. The proxy passes
// the lock on to the goroutine that has waited longest, or releases it if all
// have given up. A proxy that is not needed any more still waits for its turn,
// and serves the next goroutine that comes meanwhile, so there are never more
// proxies waiting for a lock than goroutines waited for it at one time.
// Goroutines with a deadline thus queue among the others as fairly as sync.Mutex
// does it. model/timed.pml is this protocol.
//
// The queues are in a table by address and not in the lock, which stays small
// and free of pointers for those who never need this.

// A waiter is a goroutine that waits with a deadline.
type waiter struct {
	granted    chan struct{} // holds a value once the waiter owns the lock
	prev, next *waiter
	queued     bool
}

// A queue holds the waiters of a lock, the oldest first.
type queue struct {
	lock    *lock
	first   *waiter
	last    *waiter
	waiters int
	proxies int // waiters <= proxies
	next    *queue
}

//go:norace
func (q *queue) push(w *waiter) {
	w.queued, w.prev = true, q.last
	if q.last == nil {
		q.first = w
	} else {
		q.last.next = w
	}
	q.last = w
	q.waiters++
}

//go:norace
func (q *queue) remove(w *waiter) {
	if w.prev == nil {
		q.first = w.next
	} else {
		w.prev.next = w.next
	}
	if w.next == nil {
		q.last = w.prev
	} else {
		w.next.prev = w.prev
	}
	w.queued = false
	q.waiters--
}

// A shard is a part of the table.
type shard struct {
	mu     sync.Mutex
	queues *queue
}

const shardBits = 6

var shards [1 << shardBits]shard

func shardOf(l *lock) *shard {
	const golden = 0x9E3779B97F4A7C15
	return &shards[uint64(uintptr(unsafe.Pointer(l)))*golden>>(64-shardBits)]
}

// The functions on shards and queues are without race detection, and called
// with advice on: that two goroutines wait for locks at the same time orders
// nothing in the user's sense.

// enter adds w to the queue of l and reports whether it takes another proxy.
//
//go:norace
func (s *shard) enter(l *lock, w *waiter) (short bool) {
	s.mu.Lock()
	q := s.queues
	for q != nil && q.lock != l {
		q = q.next
	}
	if q == nil {
		q = &queue{lock: l, next: s.queues}
		s.queues = q
	}
	q.push(w)
	short = q.proxies < q.waiters
	if short {
		q.proxies++
	}
	s.mu.Unlock()
	return short
}

// leave takes w out of the queue of l. It reports whether w was there; if not,
// the lock has been granted to it.
//
//go:norace
func (s *shard) leave(l *lock, w *waiter) (was bool) {
	s.mu.Lock()
	if was = w.queued; was {
		q := s.queues
		for q.lock != l {
			q = q.next
		}
		q.remove(w)
	}
	s.mu.Unlock()
	return was
}

// serve ends the duty of a proxy of l. It returns the oldest waiter, or nil.
//
//go:norace
func (s *shard) serve(l *lock) (w *waiter) {
	s.mu.Lock()
	at := &s.queues
	for (*at).lock != l {
		at = &(*at).next
	}
	q := *at
	if w = q.first; w != nil {
		q.remove(w)
	}
	if q.proxies--; q.proxies == 0 {
		*at = q.next
	}
	s.mu.Unlock()
	return w
}

// proxy waits for the lock in the place of others.
//
//go:norace
func (l *lock) proxy() {
	beginAdvice()
	lookAway()
	l.inner.Lock()
	if w := shardOf(l).serve(l); w != nil {
		w.granted <- struct{}{}
	} else {
		l.inner.Unlock()
	}
	endAdvice()
}

// parkUntil waits in the queue until the lock is granted or a value comes from
// expired. It reports whether the goroutine has the lock.
//
//go:norace
func parkUntil[T any](l *lock, expired <-chan T) bool {
	beginAdvice()
	s, w := shardOf(l), &waiter{granted: make(chan struct{}, 1)}
	if s.enter(l, w) {
		go l.proxy()
	}
	got := true
	select {
	case <-w.granted:
	case <-expired:
		// If the grant came at the same time, the lock is ours after all.
		got = !s.leave(l, w)
	}
	endAdvice()
	if got {
		synchronize(&l.inner)
	}
	return got
}

// lockUntil is lockSlow for a goroutine whose patience has an end: it spins for
// limit at most, and parks until the channel that expiry returns yields a value.
func lockUntil[T any](l *lock, expiry func() <-chan T, limit time.Duration, a *counters) bool {
	g := machine.G()
	beginAdvice()
	announce(g)
	why := l.spinPaced(g, min(limit, spinCap), a)
	endAdvice()
	got := why == acquired || parkUntil(l, expiry())
	if got {
		noteOwner(&l.owner)
	}
	beginAdvice()
	withdraw(g)
	if got {
		a.acquired(why)
	} else {
		a.gaveUp()
	}
	endAdvice()
	return got
}

func (l *lock) lockForSlow(d time.Duration, a *counters) bool {
	deadline := machine.Nanotime() + int64(d)
	var timer *time.Timer // which costs more than many a spin, so it comes after it
	defer func() {
		if timer != nil {
			timer.Stop()
		}
	}()
	return lockUntil(l, func() <-chan time.Time {
		timer = time.NewTimer(time.Duration(deadline - machine.Nanotime()))
		return timer.C
	}, d, a)
}

func (l *lock) lockContextSlow(ctx context.Context, a *counters) error {
	done := ctx.Done()
	if done == nil {
		l.lockSlow(a)
		return nil
	}
	if !lockUntil(l, func() <-chan struct{} { return done }, spinCap, a) {
		// A nil here would mean that the lock is held, so a context that is done
		// and has no error gets one.
		return cmp.Or(ctx.Err(), context.Canceled)
	}
	return l.keepUnlessEnded(ctx, a)
}

// keepUnlessEnded gives the lock back if ctx ended while it was acquired, so
// that a cancellation that precedes the release always prevails.
func (l *lock) keepUnlessEnded(ctx context.Context, a *counters) (err error) {
	keep := false
	defer func() { // also if ctx panics
		if keep {
			return
		}
		l.inner.Unlock()
		beginAdvice()
		a.gaveUp()
		endAdvice()
	}()
	err = ctx.Err()
	keep = err == nil
	return err
}
