// Package faulty holds faults that must be found: a receive with a lock held
// that the sender takes before it sends.
package faulty

import "sync"

// Workers look up under the lock before they answer.

type router struct {
	mu    sync.Mutex
	cache map[int]int
	sent  int
}

func (r *router) fetch(key int, res chan<- int) {
	r.mu.Lock()
	v := r.cache[key]
	r.mu.Unlock()
	res <- v
}

func (r *router) fanOut(keys []int) (sum int) {
	res := make(chan int, len(keys))
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, k := range keys {
		go r.fetch(k, res)
	}
	for range keys {
		sum += <-res // want `^router.mu is held while waiting to receive from a local channel, a deadlock: held since receives.go:24, waiting at receives.go:30; the send at receives.go:19 may have to wait for router.mu first, at receives.go:\d+$`
	}
	return sum
}

// A request carries its reply channel, and the server takes the lock to answer.

type request struct {
	key   string
	reply chan int
}

type server struct {
	mu   sync.Mutex
	next int
	kv   map[string]int
	reqs chan request
}

func newServer() *server {
	s := &server{kv: map[string]int{}, reqs: make(chan request, 8)}
	go s.serve()
	return s
}

func (s *server) serve() {
	for r := range s.reqs {
		s.mu.Lock()
		v := s.kv[r.key]
		s.mu.Unlock()
		r.reply <- v
	}
}

func (s *server) query(key string) int {
	r := request{key, make(chan int, 1)}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next++
	select {
	case s.reqs <- r:
	default:
		return -1
	}
	return <-r.reply // want `server.mu is held while waiting to receive from request.reply, a deadlock:.*; the send at receives.go:\d+ may have to wait for server.mu first`
}

// An acknowledgement by a loop that may be in another arm.

type broker struct {
	mu   sync.RWMutex
	subs map[string]int
	cmds chan string
	ack  chan struct{}
	feed chan int
}

func newBroker() *broker {
	b := &broker{
		subs: map[string]int{},
		cmds: make(chan string, 16),
		ack:  make(chan struct{}),
		feed: make(chan int, 16),
	}
	go b.loop()
	return b
}

func (b *broker) loop() {
	for {
		select {
		case v := <-b.feed:
			b.deliver(v)
		case <-b.cmds:
			b.ack <- struct{}{}
		}
	}
}

func (b *broker) deliver(v int) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for range b.subs {
		v++
	}
}

func (b *broker) unsubscribe(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.subs, id)
	select {
	case b.cmds <- id:
	default:
		return
	}
	<-b.ack // want `broker.mu is held while waiting to receive from broker.ack, a deadlock:.*; the send at receives.go:\d+ may have to wait for broker.mu first`
}
