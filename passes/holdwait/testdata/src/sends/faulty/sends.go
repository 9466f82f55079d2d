// Package faulty holds faults that must be found: a send with a lock held that
// the receiver takes before it receives again.
package faulty

import "sync"

// The watcher takes the lock for each event.

type event struct {
	key string
	rev int64
}

type store struct {
	mu     sync.Mutex
	rev    int64
	synced map[string]int64
	events chan event
}

func newStore() *store {
	s := &store{synced: make(map[string]int64), events: make(chan event)}
	go s.watch()
	return s
}

func (s *store) watch() {
	for ev := range s.events {
		s.mu.Lock()
		s.synced[ev.key] = ev.rev
		s.mu.Unlock()
	}
}

func (s *store) put(key string) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rev++
	s.events <- event{key, s.rev} // want `^store.mu is held while waiting to send on store.events, a deadlock: held since sends.go:36, waiting at sends.go:39; the receive at sends.go:28 may have to wait for store.mu first, at sends.go:29$`
	return s.rev
}

// A lock and a channel that are package variables, and a goroutine from init.

var (
	tallyMu sync.Mutex
	tally   = map[string]int{}
	feed    = make(chan string)
)

func init() { go record() }

func record() {
	for name := range feed {
		tallyMu.Lock()
		tally[name]++
		tallyMu.Unlock()
	}
}

func observe(name string) int {
	tallyMu.Lock()
	defer tallyMu.Unlock()
	feed <- name // want `tallyMu is held while waiting to send on feed, a deadlock: held since sends.go:\d+, waiting at sends.go:\d+; the receive at sends.go:\d+ may have to wait for tallyMu first`
	return tally[name]
}

// Close tells the loop to stop, whose other arm waits for the lock.

type keepalive struct {
	mu    sync.Mutex
	idle  int
	stopc chan struct{}
	tick  <-chan int
}

func newKeepalive(tick <-chan int) *keepalive {
	k := &keepalive{stopc: make(chan struct{}), tick: tick}
	go k.loop()
	return k
}

func (k *keepalive) loop() {
	for {
		select {
		case <-k.stopc:
			return
		case n := <-k.tick:
			k.mu.Lock()
			k.idle += n
			k.mu.Unlock()
		}
	}
}

func (k *keepalive) close() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.idle = 0
	k.stopc <- struct{}{} // want `keepalive.mu is held while waiting to send on keepalive.stopc, a deadlock:.* the receive at sends.go:\d+ may have to wait for keepalive.mu first, at sends.go:\d+`
}

// The receiver takes the lock in a function that it calls for each.

type shim struct {
	mu    sync.Mutex
	procs map[int]string
	exits chan int
}

func newShim() *shim {
	s := &shim{procs: map[int]string{}, exits: make(chan int)}
	go func() {
		for pid := range s.exits {
			s.forget(pid)
		}
	}()
	return s
}

func (s *shim) forget(pid int) {
	s.mu.Lock()
	delete(s.procs, pid)
	s.mu.Unlock()
}

func (s *shim) reap(pid int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.procs[pid] != "" {
		s.exits <- pid // want `shim.mu is held while waiting to send on shim.exits, a deadlock`
	}
}
