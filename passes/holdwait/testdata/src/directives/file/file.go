// Package file accepts what is reported in one of its files.
package file

import "sync"

type feed struct {
	mu   sync.Mutex
	seen int
	in   chan int
}

func newFeed() *feed {
	f := &feed{in: make(chan int)}
	go f.run()
	return f
}

func (f *feed) run() {
	for n := range f.in {
		f.mu.Lock()
		f.seen += n
		f.mu.Unlock()
	}
}

func (f *feed) again(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.in <- n // want `feed.mu is held while waiting to send on feed.in, a deadlock:`
}
