package correct

import "sync"

// Done is deep in other code, whose goroutine was not started for the group.

type batch struct {
	wg  sync.WaitGroup
	ops []int
}

type engine struct {
	mu      sync.Mutex
	applied int
	pending []*batch
	wake    chan struct{}
}

func newEngine() *engine {
	e := &engine{wake: make(chan struct{}, 1)}
	go e.run()
	return e
}

func (e *engine) run() {
	for range e.wake {
		e.mu.Lock()
		pending := e.pending
		e.pending = nil
		e.mu.Unlock()
		for _, b := range pending {
			e.apply(b)
		}
	}
}

func (e *engine) apply(b *batch) {
	for range b.ops {
		e.finish(b)
	}
}

func (e *engine) finish(b *batch) { b.wg.Done() }

func (e *engine) settle(b *batch) {
	e.mu.Lock()
	defer e.mu.Unlock()
	b.wg.Wait()
	e.applied += len(b.ops)
}

// Done is deferred last and so comes first; the lock is taken after it.

type meter struct {
	mu sync.Mutex
	n  int
}

func (m *meter) work(f func()) {
	var wg sync.WaitGroup
	m.mu.Lock()
	defer m.mu.Unlock()
	wg.Add(1)
	go func() {
		defer func() {
			m.mu.Lock()
			m.n++
			m.mu.Unlock()
		}()
		defer wg.Done()
		f()
	}()
	wg.Wait()
}

// The goroutine that takes the lock joins the group after that Wait.
func (m *meter) again(f func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	m.mu.Lock()
	wg.Wait()
	m.mu.Unlock()
	wg.Go(func() {
		m.mu.Lock()
		m.n++
		m.mu.Unlock()
	})
	wg.Wait()
}
