// Package list has a locked list that panics at its maximum.
package list

import "sync"

type Element struct{ next *Element }

type List struct {
	mtx    sync.RWMutex
	n, max int
	tail   *Element
}

func New(max int) *List { return &List{max: max} }

func (l *List) PushBack() *Element {
	l.mtx.Lock()
	e := &Element{}
	if l.n >= l.max {
		panic("maximum length reached")
	}
	l.n++
	if l.tail != nil {
		l.tail.next = e
	}
	l.tail = e
	l.mtx.Unlock()
	return e
}
