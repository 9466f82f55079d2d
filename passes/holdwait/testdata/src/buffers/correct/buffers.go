// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: sends with a lock held on channels with room.
package correct

import (
	"errors"
	"sync"
)

// A result channel has room for its one send.

type checker struct {
	mu   sync.Mutex
	runs int
}

func (c *checker) check(addr string) <-chan error {
	res := make(chan error, 1)
	go func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.runs++
		if addr == "" {
			res <- errors.New("no address")
			return
		}
		res <- nil
	}()
	return res
}

func (c *checker) all(addrs []string) (err error) {
	for _, a := range addrs {
		if e := <-c.check(a); e != nil {
			err = e
		}
	}
	return err
}

// The channel is made as large as what is sent.

type lister struct {
	mu    sync.Mutex
	nodes []string
	seen  map[string]bool
}

func (l *lister) snapshot() <-chan string {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := make(chan string, len(l.nodes))
	for _, n := range l.nodes {
		out <- n
	}
	close(out)
	return out
}

func (l *lister) visit() {
	for n := range l.snapshot() {
		l.mu.Lock()
		l.seen[n] = true
		l.mu.Unlock()
	}
}

// All senders hold the lock and ask for room.

type bus struct {
	mu    sync.Mutex
	q     chan int
	drops int
}

func newBus() *bus {
	b := &bus{q: make(chan int, 8)}
	go b.handleAll()
	return b
}

func (b *bus) handleAll() {
	for v := range b.q {
		b.mu.Lock()
		b.drops -= v
		b.mu.Unlock()
	}
}

func (b *bus) emit(v int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.q) == cap(b.q) {
		b.drops++
		return
	}
	b.q <- v
}

func (b *bus) emitAll(vs ...int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, v := range vs {
		if len(b.q) < cap(b.q) {
			b.q <- v
		}
	}
}

// A channel that is made so large that it is never full, and one of a size that
// its user chooses.

type tracer struct {
	mu    sync.Mutex
	spans chan int
	n     int
}

func newTracer() *tracer {
	t := &tracer{spans: make(chan int, 1<<16)}
	go t.write()
	return t
}

func (t *tracer) write() {
	for s := range t.spans {
		t.mu.Lock()
		t.n += s
		t.mu.Unlock()
	}
}

func (t *tracer) span(id int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.spans <- id
}

type outbox struct {
	mu   sync.Mutex
	out  chan string
	sent int
}

func newOutbox(size int) *outbox {
	o := &outbox{out: make(chan string, size)}
	go o.deliver()
	return o
}

func (o *outbox) deliver() {
	for range o.out {
		o.mu.Lock()
		o.sent++
		o.mu.Unlock()
	}
}

func (o *outbox) post(s string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.out <- s
}

// The newest value only: the old one is taken out before.

type latest struct {
	mu    sync.Mutex
	value chan int
	reads int
}

func newLatest() *latest { return &latest{value: make(chan int, 1)} }

func (l *latest) set(v int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-l.value:
	default:
	}
	select {
	case l.value <- v:
	default:
	}
}

func (l *latest) get() int {
	v := <-l.value
	l.mu.Lock()
	l.reads++
	l.mu.Unlock()
	return v
}

// Messages are sent when the lock is released.

type client struct {
	mu   sync.Mutex
	out  chan []byte
	pend int
}

func startClient() *client {
	c := &client{out: make(chan []byte, 64)}
	go c.writeLoop()
	return c
}

func (c *client) writeLoop() {
	for range c.out {
		c.mu.Lock()
		c.pend--
		c.mu.Unlock()
	}
}

func (c *client) enqueue(msg []byte) {
	c.mu.Lock()
	c.pend++
	c.mu.Unlock()
	c.out <- msg
}
