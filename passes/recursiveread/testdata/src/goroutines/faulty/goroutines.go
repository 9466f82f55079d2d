// Package faulty holds faults that must be found: goroutines that read twice,
// beside those that only start under a read lock.
package faulty

import "sync"

type poller struct {
	mu    sync.RWMutex
	hosts []string
}

func (p *poller) add(h string) {
	p.mu.Lock()
	p.hosts = append(p.hosts, h)
	p.mu.Unlock()
}

func (p *poller) len() int {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return len(p.hosts)
}

func (p *poller) watch(tick <-chan int, visit func(string, int)) {
	go func() {
		for range tick {
			p.mu.RLock()
			for _, h := range p.hosts {
				visit(h, p.len()) // want `poller.mu is read-locked twice, a deadlock if the writer at goroutines.go:13 comes in between: read-locked at goroutines.go:19 \(called from goroutines.go:29\) while it is read-locked since goroutines.go:27`
			}
			p.mu.RUnlock()
		}
	}()
}

// The arguments of a go statement are computed by the goroutine that spawns.

func (p *poller) visit(f func(string, int)) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	for _, h := range p.hosts {
		go f(h, p.len()) // want `poller.mu is read-locked twice, a deadlock if the writer at goroutines.go:13 comes in between: read-locked at goroutines.go:19 \(called from goroutines.go:42\) while it is read-locked since goroutines.go:39`
	}
}
