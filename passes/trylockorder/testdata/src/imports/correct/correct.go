// Package correct gives up, waits before it tries again, or polls in order.
package correct

import (
	"sync"
	"time"

	"imports/locks"
)

func swapOnce(p *locks.Pair) bool {
	if !p.TryBoth() {
		return false
	}
	p.N++
	p.Release()
	return true
}

func swapLater(p *locks.Pair) {
	for !p.TryBoth() {
		time.Sleep(time.Millisecond)
	}
	p.N++
	p.Release()
}

func back(p *locks.Pair) {
	p.B.Lock()
	defer p.B.Unlock()
	p.A.Lock()
	defer p.A.Unlock()
	p.N--
}

type ledger struct{ book, till sync.Mutex }

func (l *ledger) post() {
	l.book.Lock()
	defer l.book.Unlock()
	locks.Patiently(&l.till)
	defer l.till.Unlock()
}

func (l *ledger) count() {
	l.book.Lock()
	defer l.book.Unlock()
	l.till.Lock()
	defer l.till.Unlock()
}
