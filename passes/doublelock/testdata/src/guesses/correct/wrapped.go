package correct

import "sync"

// The inner listener is what the upgrader made; only the outer one, which the
// caller gets, comes back to the manager.

type Listener interface{ Close() error }

type raw struct{ n int }

func (r *raw) Close() error { r.n++; return nil }

type upgrader interface{ gate(n int) Listener }

type gater struct{}

func (gater) gate(n int) Listener { return &raw{n: n} }

type demux struct{ closeFn func() error }

func (d *demux) Close() error { return d.closeFn() }

type multi struct {
	Listener
	closeFn func() error
}

func (m *multi) Demux() Listener { return &demux{closeFn: func() error { return m.closeFn() }} }

type Mgr struct {
	mu sync.Mutex
	up upgrader
	ls map[int]*multi
}

func New() *Mgr { return &Mgr{up: gater{}, ls: map[int]*multi{}} }

func (t *Mgr) Listen(n int) Listener {
	t.mu.Lock()
	defer t.mu.Unlock()
	inner := t.up.gate(n)
	m := &multi{Listener: inner, closeFn: func() error {
		t.mu.Lock()
		defer t.mu.Unlock()
		delete(t.ls, n)
		return inner.Close()
	}}
	t.ls[n] = m
	return m.Demux()
}
