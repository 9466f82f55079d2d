package correct

import "sync"

// A parent sends to its kids, each of which takes its own lock.

type member struct {
	mu   sync.Mutex
	in   chan int
	kids []*member
	n    int
}

func newMember(kids ...*member) *member {
	m := &member{in: make(chan int), kids: kids}
	go m.run()
	return m
}

func (m *member) run() {
	for v := range m.in {
		m.mu.Lock()
		m.n += v
		m.mu.Unlock()
	}
}

func (m *member) spread(v int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, kid := range m.kids {
		kid.in <- v
	}
}

// The subscriber's channel is made and registered under the lock, before the
// loop that receives; nobody can send on it earlier.

type listener struct{ c chan int }

type topic struct {
	mu        sync.Mutex
	last      int
	listeners map[*listener]bool
}

func (t *topic) subscribe() *listener {
	t.mu.Lock()
	defer t.mu.Unlock()
	l := &listener{c: make(chan int)}
	t.listeners[l] = true
	return l
}

func (t *topic) follow(f func(int)) {
	l := t.subscribe()
	for v := range l.c {
		f(v)
	}
}

func (t *topic) publish(v int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last = v
	for l := range t.listeners {
		l.c <- v
	}
}

// The loop is started as a goroutine afterwards.

type reader struct{ c chan int }

type tap struct {
	mu      sync.Mutex
	readers map[*reader]bool
}

func (t *tap) open(f func(int)) {
	t.mu.Lock()
	r := &reader{c: make(chan int)}
	t.readers[r] = true
	t.mu.Unlock()
	go func() {
		for v := range r.c {
			f(v)
		}
	}()
}

func (t *tap) put(v int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for r := range t.readers {
		r.c <- v
	}
}
