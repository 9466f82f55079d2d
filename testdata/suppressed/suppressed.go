// Package suppressed has cycles that its authors have accepted, and directives
// that accept nothing.
package suppressed

import "sync"

type Tree struct{ Mu sync.Mutex }
type Leaf struct{ Mu sync.Mutex }

func Grow(t *Tree, l *Leaf) {
	t.Mu.Lock()
	defer t.Mu.Unlock()
	l.Mu.Lock()
	defer l.Mu.Unlock()
}

// Shed's edge is removed by the directive on its acquisition, so it takes part
// in no cycle here nor in an importing package.
func Shed(t *Tree, l *Leaf) {
	l.Mu.Lock()
	defer l.Mu.Unlock()
	//lint:ignore lockorder leaves are shed only while nothing grows
	t.Mu.Lock()
	defer t.Mu.Unlock()
}

// A directive for several analyzers, at the end of the line.

type queue struct{ mu sync.Mutex }
type worker struct{ mu sync.Mutex }

func assign(q *queue, w *worker) {
	q.mu.Lock()
	w.mu.Lock()
	w.mu.Unlock()
	q.mu.Unlock()
}

func finish(q *queue, w *worker) {
	w.mu.Lock()
	q.mu.Lock() //lint:ignore lockorder,trylockorder only before the queue starts
	q.mu.Unlock()
	w.mu.Unlock()
}

// Another analyzer's directive, and one that gives no reason, accept nothing.

type north struct{ mu sync.Mutex }
type south struct{ mu sync.Mutex }

func down(n *north, s *south) {
	n.mu.Lock()
	s.mu.Lock()
	s.mu.Unlock()
	n.mu.Unlock()
}

func up(n *north, s *south) {
	s.mu.Lock()
	//lint:ignore doublelock this names another analyzer
	n.mu.Lock() // want lockorder `north\.mu`
	n.mu.Unlock()
	s.mu.Unlock()
}

type inlet struct{ mu sync.Mutex }
type outlet struct{ mu sync.Mutex }

func in(i *inlet, o *outlet) {
	i.mu.Lock()
	o.mu.Lock()
	o.mu.Unlock()
	i.mu.Unlock()
}

func out(i *inlet, o *outlet) {
	o.mu.Lock()
	//lint:ignore lockorder
	i.mu.Lock() // want lockorder `inlet\.mu`
	i.mu.Unlock()
	o.mu.Unlock()
}

// A retry that its authors have accepted.

type page struct{ mu sync.Mutex }
type file struct{ mu sync.Mutex }

func write(p *page, f *file) {
	p.mu.Lock()
	f.mu.Lock()
	f.mu.Unlock()
	p.mu.Unlock()
}

func evict(p *page, f *file) {
again:
	f.mu.Lock()
	//lint:ignore trylockorder writers are short and the trylock does not spin
	if !p.mu.TryLock() {
		f.mu.Unlock()
		goto again
	}
	p.mu.Unlock()
	f.mu.Unlock()
}
