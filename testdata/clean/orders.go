// Package clean is correct code that looks like a fault to a checker that
// does not follow it closely. Nothing in it may be reported.
package clean

import (
	"slices"
	"strings"
	"sync"
)

// One order, through defers, helpers and early returns.

type account struct {
	mu      sync.Mutex
	id      string
	balance int
}

type bank struct {
	mu       sync.RWMutex
	accounts map[string]*account
}

func (b *bank) get(id string) *account {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.accounts[id]
}

func (b *bank) audit() (sum int) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for _, a := range b.accounts {
		a.mu.Lock()
		sum += a.balance
		a.mu.Unlock()
	}
	return sum
}

func (b *bank) deposit(id string, n int) bool {
	a := b.get(id)
	if a == nil {
		return false
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.balance += n
	return true
}

// Two instances of one class, in an order established on the path.

func (b *bank) transfer(from, to *account, n int) {
	if from == to {
		return
	}
	lo, hi := from, to
	if strings.Compare(lo.id, hi.id) > 0 {
		lo, hi = hi, lo
	}
	lo.mu.Lock()
	defer lo.mu.Unlock()
	hi.mu.Lock()
	defer hi.mu.Unlock()
	from.balance -= n
	to.balance += n
}

func (b *bank) freeze(list []*account, f func()) {
	list = slices.Clone(list)
	slices.SortFunc(list, func(x, y *account) int { return strings.Compare(x.id, y.id) })
	for _, a := range list {
		a.mu.Lock()
	}
	f()
	for _, a := range list {
		a.mu.Unlock()
	}
}

// Parent before child, down one field and never back.

type node struct {
	mu       sync.Mutex
	children []*node
	done     bool
}

func (n *node) cancel() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.done = true
	for _, c := range n.children {
		c.cancel()
	}
}

// Hand over hand along a list, in the direction of the list.

type link struct {
	mu   sync.Mutex
	next *link
	key  int
}

func (l *link) find(key int) *link {
	l.mu.Lock()
	for l.next != nil && l.key < key {
		next := l.next
		next.mu.Lock()
		l.mu.Unlock()
		l = next
	}
	l.mu.Unlock()
	return l
}
