package adaptive

import (
	"context"
	"errors"
	"math/rand"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/lockvet/lockvet/runtime/adaptive/internal/machine"
	"github.com/lockvet/lockvet/runtime/adaptive/internal/waiting"
)

// long is longer than any test runs.
const long = time.Hour

// queueOf returns a copy of the queue of l, or nil if it has none.
func queueOf(l *lock) *queue {
	s := shardOf(l)
	s.mu.Lock()
	defer s.mu.Unlock()
	for q := s.queues; q != nil; q = q.next {
		if q.lock == l {
			found := *q
			return &found
		}
	}
	return nil
}

// awaitWaiters returns once n goroutines wait for l with a deadline.
func awaitWaiters(l *lock, n int) {
	for q := queueOf(l); q == nil || q.waiters != n; q = queueOf(l) {
		runtime.Gosched()
	}
}

// awaitRest returns once no proxy and no queue is left.
func awaitRest(l *lock) {
	for queueOf(l) != nil {
		runtime.Gosched()
	}
}

func TestLockContext(t *testing.T) {
	var m Mutex
	if err := m.LockContext(context.Background()); err != nil {
		t.Fatalf("a free lock: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	result := make(chan error)
	go func() { result <- m.LockContext(ctx) }()
	awaitWaiters(&m.lock, 1)
	// The lock stays held: only the cancellation can end the wait.
	cancel()
	if err := <-result; !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled wait returns %v", err)
	}
	if err := m.LockContext(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
	m.Unlock()
	awaitRest(&m.lock)
	if err := m.LockContext(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("a free lock and a context that has ended: %v", err)
	}
	if !m.TryLock() {
		t.Error("a wait that failed has the lock")
	}
	nobodyWaits(t)
}

func TestLockContextGetsTheLock(t *testing.T) {
	var m Mutex
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for range 100 {
		m.Lock()
		result := make(chan error)
		go func() { result <- m.LockContext(ctx) }()
		awaitWaiters(&m.lock, 1)
		m.Unlock()
		if err := <-result; err != nil {
			t.Fatal(err)
		}
		if m.TryLock() {
			t.Fatal("LockContext returned nil without the lock")
		}
		m.Unlock()
	}
	awaitRest(&m.lock)
	nobodyWaits(t)
}

// A context that breaks its contract does not make LockContext lie.
func TestContextWithoutError(t *testing.T) {
	var m Mutex
	m.Lock()
	done := make(chan struct{})
	close(done)
	if err := m.LockContext(mute{context.Background(), done}); err == nil {
		t.Error("returned nil without the lock")
	}
	m.Unlock()
	awaitRest(&m.lock)
}

type mute struct {
	context.Context
	done chan struct{}
}

func (c mute) Done() <-chan struct{} { return c.done }

// A context without an end is no reason for a proxy.
func TestLockContextBackground(t *testing.T) {
	var m Mutex
	m.Lock()
	result := make(chan error)
	go func() { result <- m.LockContext(context.Background()) }()
	for waiting.Idle() && machine.Linked {
		runtime.Gosched()
	}
	for range 100 {
		runtime.Gosched()
		if queueOf(&m.lock) != nil {
			t.Fatal("a context without an end has a proxy")
		}
	}
	m.Unlock()
	if err := <-result; err != nil {
		t.Fatal(err)
	}
	m.Unlock()
}

// Cancelled before the lock was released means cancelled.
func TestCancelPrevails(t *testing.T) {
	var m Mutex
	for range 500 {
		m.Lock()
		ctx, cancel := context.WithCancel(context.Background())
		result := make(chan error)
		go func() { result <- m.LockContext(ctx) }()
		awaitWaiters(&m.lock, 1)
		cancel()
		m.Unlock()
		if err := <-result; err == nil {
			t.Fatal("locked although cancelled before the release")
		}
	}
	m.Lock()
	m.Unlock()
	awaitRest(&m.lock)
}

// Waits that fail one after the other share a proxy.
func TestProxiesAreReused(t *testing.T) {
	var m Mutex
	m.Lock()
	for range 50 {
		ctx, cancel := context.WithCancel(context.Background())
		result := make(chan error)
		go func() { result <- m.LockContext(ctx) }()
		awaitWaiters(&m.lock, 1)
		cancel()
		<-result
		if q := queueOf(&m.lock); q == nil || q.proxies != 1 {
			t.Fatalf("one goroutine gave up, and left %+v", q)
		}
	}
	m.Unlock()
	awaitRest(&m.lock)
	if !m.TryLock() {
		t.Error("the last proxy kept the lock")
	}
}

func TestTryLockFor(t *testing.T) {
	var m Mutex
	if !m.TryLockFor(0) {
		t.Fatal("fails on a free lock")
	}
	for _, d := range []time.Duration{-1, 0, 1, time.Microsecond, time.Millisecond} {
		if m.TryLockFor(d) {
			t.Errorf("%v: locked a held lock", d)
		}
	}
	result := make(chan bool)
	go func() { result <- m.TryLockFor(long) }()
	awaitWaiters(&m.lock, 1)
	m.Unlock()
	if !<-result {
		t.Fatal("gave up early")
	}
	m.Unlock()
	awaitRest(&m.lock)
	nobodyWaits(t)
}

// Whoever waits longest gets the lock first.
func TestTimedOrder(t *testing.T) {
	var m Mutex
	var all sync.WaitGroup
	var order []int
	m.Lock()
	const goroutines = 5
	for id := range goroutines {
		all.Go(func() {
			if !m.TryLockFor(long) {
				return
			}
			order = append(order, id)
			m.Unlock()
		})
		awaitWaiters(&m.lock, id+1)
	}
	m.Unlock()
	all.Wait()
	if !slices.Equal(order, []int{0, 1, 2, 3, 4}) {
		t.Errorf("the lock went to %v", order)
	}
	awaitRest(&m.lock)
}

// Goroutines that give up at random, among others that do not, leave the lock
// free and count right.
func TestTimedStress(t *testing.T) {
	for _, procs := range []int{1, 2, 8} {
		func() {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
			var m Mutex
			timedStress(t, &m)
			m.Lock()
			m.Unlock()
			awaitRest(&m.lock)
			nobodyWaits(t)
		}()
	}
}

func timedStress(t *testing.T, m *Mutex) {
	const goroutines, rounds = 16, 300
	var all sync.WaitGroup
	counts := make([]int, goroutines)
	total := 0
	for id := range goroutines {
		all.Go(func() {
			random := rand.New(rand.NewSource(int64(id)))
			for range rounds {
				if !lockSomehow(m, random) {
					continue
				}
				total++
				counts[id]++
				if random.Intn(4) == 0 {
					runtime.Gosched()
				}
				m.Unlock()
			}
		})
	}
	all.Wait()
	for _, n := range counts {
		total -= n
	}
	if total != 0 {
		t.Errorf("counts differ by %d", total)
	}
}

func lockSomehow(m *Mutex, random *rand.Rand) bool {
	soon := time.Duration(random.Intn(50)) * time.Microsecond
	switch random.Intn(4) {
	case 0:
		m.Lock()
		return true
	case 1:
		return m.TryLockFor(soon)
	case 2:
		ctx, cancel := context.WithTimeout(context.Background(), soon)
		defer cancel()
		return m.LockContext(ctx) == nil
	default:
		ctx, cancel := context.WithCancel(context.Background())
		go cancel()
		return m.LockContext(ctx) == nil
	}
}
