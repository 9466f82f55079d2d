// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: a range over a channel with a lock held.
package correct

import "sync"

// The lock is taken for each result.

type gatherer struct {
	mu    sync.Mutex
	errs  int
	total int
}

func (g *gatherer) scrape(target string, out chan<- int) {
	g.mu.Lock()
	if target == "" {
		g.errs++
	}
	g.mu.Unlock()
	out <- len(target)
}

func (g *gatherer) gather(targets []string) {
	out := make(chan int)
	var wg sync.WaitGroup
	for _, t := range targets {
		wg.Add(1)
		go func() {
			defer wg.Done()
			g.scrape(t, out)
		}()
	}
	go func() {
		wg.Wait()
		close(out)
	}()
	for n := range out {
		g.mu.Lock()
		g.total += n
		g.mu.Unlock()
	}
}

// The generator needs no lock.

type table struct {
	mu   sync.Mutex
	rows []int
}

func (t *table) load(n int) {
	src := make(chan int)
	go func() {
		defer close(src)
		for i := range n {
			src <- i
		}
	}()
	t.mu.Lock()
	defer t.mu.Unlock()
	for v := range src {
		t.rows = append(t.rows, v)
	}
}

// The workers lock the objects that they make.

type span struct {
	mu   sync.Mutex
	keys []string
	subs []*span
}

func (s *span) fill(k string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keys = append(s.keys, k)
}

func (s *span) split(keys []string) {
	subs := make(chan *span)
	go func() {
		defer close(subs)
		for _, k := range keys {
			child := &span{}
			child.fill(k)
			subs <- child
		}
	}()
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range subs {
		s.subs = append(s.subs, c)
	}
}

// What is ranged over comes from the caller.

func (t *table) copyFrom(src <-chan int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for v := range src {
		t.rows = append(t.rows, v)
	}
}

func (t *table) send(dst chan<- int) {
	t.mu.Lock()
	rows := t.rows
	t.mu.Unlock()
	for _, v := range rows {
		dst <- v
	}
}
