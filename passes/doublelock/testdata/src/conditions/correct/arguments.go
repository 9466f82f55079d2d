package correct

import "sync"

// The argument is the condition that the caller has tested.

type message struct {
	updateRequested bool
	vals            []int
}

type board struct {
	mu   sync.Mutex
	vals []int
}

func (b *board) handle(msg *message) {
	if msg.updateRequested {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.vals = append(b.vals, msg.vals...)
	}
	b.show(msg.updateRequested)
}

func (b *board) show(locked bool) {
	if !locked {
		b.mu.Lock()
		defer b.mu.Unlock()
	}
	print(len(b.vals))
}

// The argument is a constant, which the callee compares with another.

type access int

const (
	bare access = iota
	guarded
)

func (b *board) read(i int, a access) int {
	if a == guarded {
		b.mu.Lock()
		defer b.mu.Unlock()
	}
	return b.vals[i]
}

func (b *board) First() int { return b.read(0, guarded) }

func (b *board) ends() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.read(0, bare) + b.read(len(b.vals)-1, bare)
}

// The argument is handed on negated.

func (b *board) at(i int, lock bool) int {
	if lock {
		b.mu.Lock()
		defer b.mu.Unlock()
	}
	return b.vals[i]
}

func (b *board) peek(i int, locked bool) int { return b.at(i, !locked) }

func (b *board) Last() int { return b.peek(0, false) }

func (b *board) both() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.peek(0, true) + b.peek(1, true)
}
