// Package correct holds code of which nothing may be said: a goroutine takes
// the lock that the one that started it holds, and waits until it is free.
package correct

import (
	"sync"
	"time"
)

type poller struct {
	mu    sync.Mutex
	hosts []string
	timer *time.Timer
}

func (p *poller) trim() {
	p.mu.Lock()
	p.hosts = p.hosts[:len(p.hosts):len(p.hosts)]
	p.mu.Unlock()
}

func (p *poller) add(host string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hosts = append(p.hosts, host)
	go p.trim()
}

func (p *poller) addLater(host string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	go func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.hosts = append(p.hosts, host)
	}()
}

// A helper starts the goroutine.

func (p *poller) background(f func()) { go f() }

func (p *poller) addTwice(host string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hosts = append(p.hosts, host, host)
	p.background(p.trim)
	p.background(func() { p.trim() })
}

// The function of a timer runs in a goroutine of its own.

func (p *poller) schedule(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.timer = time.AfterFunc(d, p.trim)
}

// To stop the timer does not wait for its function.

func (p *poller) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.timer.Stop()
}

// A WaitGroup starts goroutines, here waited for after the release.

func (p *poller) refresh(fetch func(string) string) {
	var wg sync.WaitGroup
	p.mu.Lock()
	for i, h := range p.hosts {
		wg.Go(func() {
			got := fetch(h)
			p.mu.Lock()
			defer p.mu.Unlock()
			if i < len(p.hosts) {
				p.hosts[i] = got
			}
		})
	}
	p.mu.Unlock()
	wg.Wait()
}

// The lock is handed to a goroutine, which releases it; the spawner takes it
// again, which waits for that.

func (p *poller) handOver(save func([]string)) int {
	p.mu.Lock()
	go func() {
		defer p.mu.Unlock()
		save(p.hosts)
	}()
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.hosts)
}

// A lock as a gate: it is taken, and taken again to wait for another goroutine
// that opens it.

func wait(start func(done func())) {
	var gate sync.Mutex
	gate.Lock()
	start(func() { gate.Unlock() })
	gate.Lock()
	gate.Unlock()
}
