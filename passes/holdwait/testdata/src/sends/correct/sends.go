// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: a send with a lock held.
package correct

import "sync"

// The event is sent when the lock is released.

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
	s.rev++
	rev := s.rev
	s.mu.Unlock()
	s.events <- event{key, rev}
	return rev
}

// The receiver needs no lock.

type sequence struct {
	mu  sync.Mutex
	seq int
	out chan int
	log []int
}

func newSequence() *sequence {
	q := &sequence{out: make(chan int)}
	go q.loop()
	return q
}

func (q *sequence) loop() {
	for v := range q.out {
		q.log = append(q.log, v)
	}
}

func (q *sequence) send() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.seq++
	q.out <- q.seq
}

func (q *sequence) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	close(q.out) // does not wait
}

// The receiver takes a lock of its own.

type notifier struct {
	queueMu sync.Mutex
	queue   chan string
	count   int

	sentMu sync.Mutex
	sent   map[string]int
}

func newNotifier() *notifier {
	n := &notifier{queue: make(chan string), sent: map[string]int{}}
	go n.run()
	return n
}

func (n *notifier) run() {
	for a := range n.queue {
		n.sentMu.Lock()
		n.sent[a]++
		n.sentMu.Unlock()
	}
}

func (n *notifier) push(alert string) {
	n.queueMu.Lock()
	defer n.queueMu.Unlock()
	n.count++
	n.queue <- alert
}

// The goroutine receives once and locks afterwards.

type stream struct {
	mu     sync.Mutex
	header string
	ready  bool
}

func (s *stream) open(h string) {
	header := make(chan string)
	go func() {
		v := <-header
		s.mu.Lock()
		s.header = v
		s.ready = true
		s.mu.Unlock()
	}()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ready = false
	header <- h
}

// Of two receivers one needs no lock, so a send is always taken.

type sink struct {
	mu   sync.Mutex
	seen int
	in   chan int
	lost []int
}

func newSink() *sink {
	s := &sink{in: make(chan int)}
	go s.countAll()
	go s.overflow()
	return s
}

func (s *sink) countAll() {
	for range s.in {
		s.mu.Lock()
		s.seen++
		s.mu.Unlock()
	}
}

func (s *sink) overflow() {
	for v := range s.in {
		s.lost = append(s.lost, v)
	}
}

func (s *sink) put(v int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen++
	s.in <- v
}

// Closed, not sent on: the loop sees it whenever it comes back.

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
	close(k.stopc)
}
