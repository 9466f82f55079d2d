// Package faulty holds faults that must be found: a select of which every arm
// waits for the lock that is held.
package faulty

import "sync"

// The loop takes the lock before it receives, and stop before it closes.

type subscription struct {
	mu   sync.Mutex
	seen int
	msgs chan string
	done chan struct{}
	once sync.Once
}

func newSubscription() *subscription {
	s := &subscription{msgs: make(chan string), done: make(chan struct{})}
	go s.loop()
	return s
}

func (s *subscription) loop() {
	for {
		s.mu.Lock()
		s.seen++
		s.mu.Unlock()
		select {
		case <-s.msgs:
		case <-s.done:
			return
		}
	}
}

func (s *subscription) publish(m string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen--
	select { // want `^subscription.mu is held while waiting in a select that waits for subscription.done, a deadlock: held since selects.go:37, waiting at selects.go:\d+; the close at selects.go:\d+ may have to wait for subscription.mu first, at selects.go:\d+$`
	case s.msgs <- m:
	case <-s.done:
	}
}

func (s *subscription) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.once.Do(func() { close(s.done) })
}

// Two channels that one loop sends on.

type monitor struct {
	mu    sync.Mutex
	state int
	up    chan int
	down  chan int
}

func newMonitor() *monitor {
	m := &monitor{up: make(chan int), down: make(chan int)}
	go m.probe()
	return m
}

func (m *monitor) probe() {
	for {
		m.mu.Lock()
		n := m.state
		m.mu.Unlock()
		if n > 0 {
			m.up <- n
		} else {
			m.down <- n
		}
	}
}

func (m *monitor) next() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	select { // want `monitor.mu is held while waiting in a select that waits for monitor.down, a deadlock`
	case n := <-m.up:
		m.state -= n
	case n := <-m.down:
		m.state += n
	}
	return m.state
}
