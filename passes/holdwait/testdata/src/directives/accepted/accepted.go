// Package accepted accepts what is reported.
package accepted

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

func (f *feed) put(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	//lint:ignore holdwait put is called once, before anything else
	f.in <- n
}

func (f *feed) again(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.in <- n //lint:ignore holdwait,lockorder the same
}
