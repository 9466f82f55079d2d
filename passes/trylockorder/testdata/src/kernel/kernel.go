// Package kernel holds the patterns that made Linux give up a spinning
// mutex_trylock, with the messages in full.
package kernel

import "sync"

// The trylock side lets go and starts over; the other side waits.

type again struct {
	A, B sync.Mutex
	n    int
}

func (p *again) trying() {
again:
	p.A.Lock()
	if !p.B.TryLock() { // want `^trylock against the lock order, retried at once: safe only while TryLock does not spin, and burns a CPU while the other side is busy: again.A -> again.B -> again.A: again.B tried again and again at kernel.go:17 while again.A is held since kernel.go:16; again.A locked at kernel.go:28 while again.B is held since kernel.go:27 \(by lock class\)$`
		p.A.Unlock()
		goto again
	}
	p.n++
	p.B.Unlock()
	p.A.Unlock()
}

func (p *again) waiting() {
	p.B.Lock()
	p.A.Lock()
	p.n--
	p.A.Unlock()
	p.B.Unlock()
}

// The trylock side never lets go.

var pollA, pollB sync.Mutex

func polling() {
	pollA.Lock()
	for !pollB.TryLock() { // want `^trylock against the lock order, a livelock: it is polled while the other side waits: pollA -> pollB -> pollA: pollB polled until it is locked at kernel.go:40 while pollA is held since kernel.go:39; pollA locked at kernel.go:48 while pollB is held since kernel.go:47$`
	}
	pollB.Unlock()
	pollA.Unlock()
}

func polled() {
	pollB.Lock()
	pollA.Lock()
	pollA.Unlock()
	pollB.Unlock()
}

// Both sides let go and start over.

var leftMu, rightMu sync.Mutex

func left() {
	for {
		leftMu.Lock()
		if rightMu.TryLock() {
			break
		}
		leftMu.Unlock()
	}
	rightMu.Unlock()
	leftMu.Unlock()
}

func right() {
	for {
		rightMu.Lock()
		if leftMu.TryLock() { // want `^trylocks against each other's lock order, both retried at once: a livelock, each side can fail for ever: leftMu -> rightMu -> leftMu: `
			break
		}
		rightMu.Unlock()
	}
	leftMu.Unlock()
	rightMu.Unlock()
}

// The trylock side gives up: nothing to say.

var onceA, onceB sync.Mutex

func tryOnce() bool {
	onceA.Lock()
	defer onceA.Unlock()
	if !onceB.TryLock() {
		return false
	}
	onceB.Unlock()
	return true
}

func inOrder() {
	onceB.Lock()
	onceA.Lock()
	onceA.Unlock()
	onceB.Unlock()
}
