// Package refused has directives that accept nothing.
package refused

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
		//lint:ignore holdwait the place is that of the wait, not this one
		f.mu.Lock()
		f.seen += n
		f.mu.Unlock()
	}
}

func (f *feed) put(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	//lint:ignore holdwait
	f.in <- n // want `feed.mu is held while waiting to send on feed.in, a deadlock:`
}

func (f *feed) again(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	//lint:ignore lockorder the name of another analyzer
	f.in <- n // want `feed.mu is held while waiting to send on feed.in, a deadlock:`
}
