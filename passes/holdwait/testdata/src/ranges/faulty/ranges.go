// Package faulty holds faults that must be found: a range over a channel with a
// lock held that the senders take.
package faulty

import "sync"

// Each scraper takes the lock before it sends, and the channel is closed only
// when all have ended.

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

func (g *gatherer) gather(targets []string) int {
	out := make(chan int)
	var wg sync.WaitGroup
	g.mu.Lock()
	defer g.mu.Unlock()
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
	for n := range out { // want `^gatherer.mu is held while waiting to receive from .*, a deadlock: held since ranges.go:28, waiting at ranges.go:\d+; the close at ranges.go:39 may have to wait for gatherer.mu first, at ranges.go:\d+$`
		g.total += n
	}
	return g.total
}

// One producer, which closes the channel itself.

type walker struct {
	mu    sync.Mutex
	names []string
	size  int
}

func (w *walker) measure() int {
	lengths := make(chan int)
	go func() {
		defer close(lengths)
		w.mu.Lock()
		names := w.names
		w.mu.Unlock()
		for _, n := range names {
			lengths <- len(n)
		}
	}()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.size = 0
	for n := range lengths { // want `walker.mu is held while waiting to receive from .*, a deadlock`
		w.size += n
	}
	return w.size
}
