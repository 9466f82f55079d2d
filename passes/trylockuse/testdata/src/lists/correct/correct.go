// Package correct holds code that only looks like a fault: it ignores what a locked
// list returns.
package correct

import "lists/list"

// What PushBack returns is the new element, never nil: it tells nothing of the
// lock.

type pool struct{ l *list.List }

func (p *pool) Add() {
	p.l.PushBack()
}
