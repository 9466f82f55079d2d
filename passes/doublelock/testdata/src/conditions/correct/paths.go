package correct

import (
	"context"
	"sync"
)

type session struct {
	mu    sync.Mutex
	state int
	err   error
	subs  map[int]func()
}

// Every arm releases, or leaves.

func (s *session) step(in <-chan int, done <-chan struct{}) bool {
	s.mu.Lock()
	switch {
	case s.state < 0:
		s.mu.Unlock()
		return false
	case s.state == 0:
		s.state = 1
		s.mu.Unlock()
	default:
		s.mu.Unlock()
		panic("session: bad state")
	}
	select {
	case n := <-in:
		s.mu.Lock()
		s.state = n
		s.mu.Unlock()
	case <-done:
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state > 0
}

// The error says whether the lock is held.

func (s *session) acquire(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	return nil
}

func (s *session) do(ctx context.Context) error {
	err := s.acquire(ctx)
	if err != nil {
		s.fail(err)
		return err
	}
	defer s.mu.Unlock()
	s.state++
	return nil
}

func (s *session) fail(err error) {
	s.mu.Lock()
	s.err = err
	s.mu.Unlock()
}

// The boolean result says whether the lock is held.

func (s *session) begin() bool {
	s.mu.Lock()
	if s.err != nil {
		s.mu.Unlock()
		return false
	}
	return true
}

func (s *session) run() {
	if ok := s.begin(); !ok {
		s.fail(nil)
		if s.begin() {
			s.mu.Unlock()
		}
		return
	}
	s.mu.Unlock()
	s.fail(nil)
}

// A deferred closure releases unless the body did so, and the body that did
// locks again.

func (s *session) close(wait func()) {
	s.mu.Lock()
	held := true
	defer func() {
		if held {
			s.mu.Unlock()
		}
	}()
	if s.state == 0 {
		return
	}
	s.mu.Unlock()
	held = false
	wait()
	s.mu.Lock()
	held = true
	s.state = 0
}

// A panic under the lock is recovered, and the lock released, before it is
// taken to note the failure.

func (s *session) guard(f func()) {
	defer func() {
		if r := recover(); r != nil {
			s.fail(nil)
		}
	}()
	s.mu.Lock()
	defer s.mu.Unlock()
	f()
}

// A pointer that is nil for callers that hold the lock.

func (s *session) notify(mu *sync.Mutex, id int) {
	if mu != nil {
		mu.Lock()
		defer mu.Unlock()
	}
	if f := s.subs[id]; f != nil {
		f()
	}
}

func (s *session) notifyAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id := range s.subs {
		s.notify(nil, id)
	}
}

func (s *session) Notify(id int) { s.notify(&s.mu, id) }

// An option of the object, set when it is made, decides about the lock.

type tree struct {
	mu     sync.Mutex
	shared bool
	root   []int
}

func (t *tree) lock() {
	if t.shared {
		t.mu.Lock()
	}
}

func (t *tree) unlock() {
	if t.shared {
		t.mu.Unlock()
	}
}

func (t *tree) insert(v int) {
	t.lock()
	t.root = append(t.root, v)
	t.unlock()
	t.lock()
	defer t.unlock()
	t.root = append(t.root, -v)
}
