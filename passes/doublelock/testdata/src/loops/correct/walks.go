package correct

import "sync"

// All ancestors stay locked until the function ends.

type folder struct {
	mu     sync.Mutex
	parent *folder
	size   int
}

func (f *folder) grow(n int) {
	for p := f; p != nil; p = p.parent {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.size += n
	}
}

func (f *folder) growAbove(n int) {
	parent := f.parent
	for parent != nil {
		parent.mu.Lock()
		defer parent.mu.Unlock()
		parent.size += n
		parent = parent.parent
	}
}

// Hand over hand down a list, in several spellings.

type link struct {
	mu   sync.Mutex
	next *link
	val  int
}

func seek(l *link, val int) bool {
	l.mu.Lock()
	for l.next != nil && l.val != val {
		next := l.next
		next.mu.Lock()
		l.mu.Unlock()
		l = next
	}
	defer l.mu.Unlock()
	return l.val == val
}

func last(l *link) int {
	l.mu.Lock()
	for l.next != nil {
		before := l
		l = l.next
		l.mu.Lock()
		before.mu.Unlock()
	}
	defer l.mu.Unlock()
	return l.val
}

func lastByBreak(l *link) int {
	l.mu.Lock()
	for {
		next := l.next
		if next == nil {
			break
		}
		next.mu.Lock()
		l.mu.Unlock()
		l = next
	}
	val := l.val
	l.mu.Unlock()
	return val
}

func (l *link) end() *link {
	cur := l
	cur.mu.Lock()
	for cur.next != nil {
		next := cur.next
		next.mu.Lock()
		cur.mu.Unlock()
		cur = next
	}
	defer cur.mu.Unlock()
	return cur
}
