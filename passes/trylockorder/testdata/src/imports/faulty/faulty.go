// Package faulty repeats the import's try at once, or polls through it.
package faulty

import (
	"sync"

	"imports/locks"
)

func swap(p *locks.Pair) {
	for !p.TryBoth() { // want `retried at once: safe only while TryLock does not spin.*: locks.Pair.A -> locks.Pair.B -> locks.Pair.A:`
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
	locks.Patiently(&l.till) // want `a livelock: it is polled while the other side waits: ledger.book -> ledger.till -> ledger.book:`
	defer l.till.Unlock()
}

func (l *ledger) count() {
	l.till.Lock()
	defer l.till.Unlock()
	l.book.Lock()
	defer l.book.Unlock()
}
