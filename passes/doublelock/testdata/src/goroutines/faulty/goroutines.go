// Package faulty holds faults that must be found: goroutines beside calls that
// happen at once.
package faulty

import (
	"sync"
	"time"
)

// The arguments of a go statement are computed by the goroutine that spawns.

type poller struct {
	mu    sync.Mutex
	hosts []string
}

func (p *poller) list() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.hosts...)
}

func (p *poller) start(visit func([]string)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	go visit(p.list()) // want `poller.mu is locked by a goroutine that holds it, a deadlock: locked at goroutines.go:18 \(called from goroutines.go:26\) while it is held since goroutines.go:24`
}

// The goroutine itself takes its lock twice.

func (p *poller) watch(tick <-chan time.Time) {
	go func() {
		for range tick {
			p.mu.Lock()
			p.hosts = p.list() // want `poller.mu is locked by a goroutine that holds it, a deadlock: locked at goroutines.go:18 \(called from goroutines.go:35\) while it is held since goroutines.go:34`
			p.mu.Unlock()
		}
	}()
}

// The work is started in the background unless it is small.

func (p *poller) add(host string, small bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hosts = append(p.hosts, host)
	if small {
		p.trim() // want `poller.mu is locked by a goroutine that holds it, a deadlock: locked at goroutines.go:55 \(called from goroutines.go:48\) while it is held since goroutines.go:44`
		return
	}
	go p.trim()
}

func (p *poller) trim() {
	p.mu.Lock()
	p.hosts = p.hosts[:len(p.hosts):len(p.hosts)]
	p.mu.Unlock()
}

// The timer's function calls a method under the lock that it takes.

func (p *poller) schedule(d time.Duration) {
	time.AfterFunc(d, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.trim() // want `poller.mu is locked by a goroutine that holds it, a deadlock: locked at goroutines.go:55 \(called from goroutines.go:66\) while it is held since goroutines.go:64`
	})
}
