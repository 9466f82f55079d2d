// Package correct holds channels and flags that serve as locks: to release
// these twice does no harm, or is meant.
package correct

import "sync/atomic"

// The flag is cleared in any case, whoever did it before.

type loader struct {
	busy  atomic.Bool
	value string
}

func (l *loader) load(read func() (string, error)) error {
	if !l.busy.CompareAndSwap(false, true) {
		return nil
	}
	defer l.busy.Store(false)
	v, err := read()
	if err != nil {
		l.busy.Store(false)
		return err
	}
	l.value = v
	return nil
}

func (l *loader) reset() {
	l.busy.Store(false)
	l.value = ""
}

// The channel is a lock for one method, and is drained by another.

type port struct {
	sem chan struct{}
	n   int
}

func newPort() *port { return &port{sem: make(chan struct{}, 1)} }

func (p *port) send() {
	p.sem <- struct{}{}
	p.n++
	<-p.sem
}

func (p *port) drain() {
	select {
	case <-p.sem:
	default:
	}
}
