package correct

import "sync"

// The channel is made, and known to others, only when the lock has been taken.

type tap struct {
	mu  sync.Mutex
	out chan int
}

func (t *tap) follow(f func(int)) {
	go func() {
		t.mu.Lock()
		c := make(chan int)
		t.out = c
		t.mu.Unlock()
		for v := range c {
			f(v)
		}
	}()
}

func (t *tap) put(v int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.out != nil {
		t.out <- v
	}
}

type tap2 struct {
	mu  sync.Mutex
	out chan int
}

func (t *tap2) follow(f func(int)) {
	t.mu.Lock()
	t.out = make(chan int)
	t.mu.Unlock()
	for v := range t.out {
		f(v)
	}
}

func (t *tap2) put(v int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.out <- v
}

type tap3 struct {
	mu  sync.Mutex
	out chan int
}

func (t *tap3) follow(f func(int)) {
	c := make(chan int)
	t.mu.Lock()
	t.out = c
	t.mu.Unlock()
	for v := range c {
		f(v)
	}
}

func (t *tap3) put(v int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.out <- v
}

type sub struct {
	c chan int
}

type tap4 struct {
	mu   sync.Mutex
	subs map[*sub]bool
}

func (t *tap4) follow(f func(int)) {
	s := &sub{c: make(chan int)}
	t.mu.Lock()
	t.subs[s] = true
	t.mu.Unlock()
	for v := range s.c {
		f(v)
	}
}

func (t *tap4) put(v int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for s := range t.subs {
		s.c <- v
	}
}

type sub5 struct{ c chan int }

type tap5 struct {
	mu   sync.Mutex
	subs []*sub5
}

func (t *tap5) follow(f func(int)) {
	t.mu.Lock()
	s := &sub5{c: make(chan int)}
	t.subs = append(t.subs, s)
	t.mu.Unlock()
	for v := range s.c {
		f(v)
	}
}

func (t *tap5) put(v int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, s := range t.subs {
		s.c <- v
	}
}
