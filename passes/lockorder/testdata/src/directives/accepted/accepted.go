// Package accepted holds orders that the source accepts.
package accepted

import "sync"

// One of the two acquisitions is ignored, so there is no edge and no cycle.

type pair struct{ a, b sync.Mutex }

func (p *pair) forth() {
	p.a.Lock()
	defer p.a.Unlock()
	p.b.Lock()
	defer p.b.Unlock()
}

func (p *pair) back() {
	p.b.Lock()
	defer p.b.Unlock()
	//lint:ignore lockorder forth has ended by then
	p.a.Lock()
	defer p.a.Unlock()
}

// The directive may stand at the end of the line, name several analyzers, or
// a pattern.

type line struct{ a, b, c, d sync.Mutex }

func (l *line) forth() {
	l.a.Lock()
	defer l.a.Unlock()
	l.b.Lock()
	defer l.b.Unlock()
	l.c.Lock()
	defer l.c.Unlock()
	l.d.Lock()
	defer l.d.Unlock()
}

func (l *line) ba() {
	l.b.Lock()
	defer l.b.Unlock()
	l.a.Lock() //lint:ignore lockorder forth has ended by then
	defer l.a.Unlock()
}

func (l *line) cb() {
	l.c.Lock()
	defer l.c.Unlock()
	//lint:ignore SA2001,lockorder forth has ended by then
	l.b.Lock()
	defer l.b.Unlock()
}

func (l *line) dc() {
	l.d.Lock()
	defer l.d.Unlock()
	//lint:ignore lock* forth has ended by then
	l.c.Lock()
	defer l.c.Unlock()
}

// The call by which the lock is reached may carry it as well.

type store struct {
	mu sync.Mutex
	ix *index
}

type index struct {
	mu sync.Mutex
	st *store
}

func (s *store) put() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ix.note()
}

func (ix *index) note() {
	ix.mu.Lock()
	ix.mu.Unlock()
}

func (ix *index) scan() {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	//lint:ignore lockorder the store is frozen during a scan
	ix.st.size()
}

func (s *store) size() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return 0
}
