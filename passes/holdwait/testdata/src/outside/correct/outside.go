// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: channels that others can have, who need no lock.
package correct

import "sync"

// An exported field.

// A Node advances.
type Node struct {
	mu     sync.Mutex
	index  int
	ReadyC chan int
}

// NewNode returns a node.
func NewNode() *Node { return &Node{ReadyC: make(chan int)} }

// Advance announces an index.
func (n *Node) Advance() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.index++
	n.ReadyC <- n.index
}

// Drain follows the indexes.
func (n *Node) Drain() {
	for i := range n.ReadyC {
		n.mu.Lock()
		n.index = max(n.index, i)
		n.mu.Unlock()
	}
}

// A method that gives the channel away.

// A Broadcaster sends events.
type Broadcaster struct {
	mu     sync.Mutex
	events chan string
	sent   int
}

// NewBroadcaster returns a broadcaster.
func NewBroadcaster() *Broadcaster { return &Broadcaster{events: make(chan string)} }

// Events is where the events come.
func (b *Broadcaster) Events() <-chan string { return b.events }

// Send sends an event.
func (b *Broadcaster) Send(ev string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sent++
	b.events <- ev
}

// Log counts what comes, as any other user could.
func (b *Broadcaster) Log() {
	for range b.events {
		b.mu.Lock()
		b.sent--
		b.mu.Unlock()
	}
}

// Channels that come from the caller.

// A Hub notifies.
type Hub struct {
	mu   sync.Mutex
	subs map[chan<- int]bool
}

// Notify adds a channel.
func (h *Hub) Notify(c chan<- int) {
	h.mu.Lock()
	h.subs[c] = true
	h.mu.Unlock()
}

// Publish sends to all.
func (h *Hub) Publish(v int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.subs {
		c <- v
	}
}

// A channel that is handed to a callback, and one in an interface value.

type stage struct {
	mu  sync.Mutex
	out chan int
	n   int
}

func newStage(consume func(<-chan int)) *stage {
	s := &stage{out: make(chan int)}
	go consume(s.out)
	go s.count()
	return s
}

func (s *stage) count() {
	for range s.out {
		s.mu.Lock()
		s.n++
		s.mu.Unlock()
	}
}

func (s *stage) put(v int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.out <- v
}

type slot struct {
	mu sync.Mutex
	c  chan int
	n  int
}

var registry sync.Map

func newSlot(name string) *slot {
	s := &slot{c: make(chan int)}
	registry.Store(name, s.c)
	go func() {
		for range s.c {
			s.mu.Lock()
			s.n++
			s.mu.Unlock()
		}
	}()
	return s
}

func (s *slot) fill(v int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.c <- v
}

// Nobody in sight receives at all: what is not known is no report.

type orphan struct {
	mu sync.Mutex
	c  chan int
}

func newOrphan() *orphan { return &orphan{c: make(chan int)} }

func (o *orphan) put(v int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.c <- v
}
