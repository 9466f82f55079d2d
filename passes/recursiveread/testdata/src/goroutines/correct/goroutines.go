// Package correct holds code of which nothing may be said: another goroutine
// takes the second read lock.
package correct

import (
	"sync"
	"time"
)

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

func (p *poller) visit(f func(string, int)) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	for _, h := range p.hosts {
		go func() { f(h, p.len()) }()
	}
}

func (p *poller) visitLater(f func(int)) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	if len(p.hosts) > 0 {
		time.AfterFunc(time.Minute, func() { f(p.len()) })
	}
}

func (p *poller) watch(tick <-chan int, visit func(string, int)) {
	go func() {
		for range tick {
			p.mu.RLock()
			n := len(p.hosts)
			for _, h := range p.hosts {
				visit(h, n)
			}
			p.mu.RUnlock()
		}
	}()
}
