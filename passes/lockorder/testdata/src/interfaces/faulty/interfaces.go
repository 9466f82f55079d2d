// Package faulty holds faults that must be found: methods called through an
// interface or found by a type switch.
package faulty

import (
	"sync"
)

// A bus writes to its sink, an interface with one implementation, under the bus
// lock; rotating the sink calls the bus with the sink locked.

type event struct{ msg string }
type sink interface{ Emit(e event) error }

type bus struct {
	mu    sync.Mutex
	sinks []sink
	n     int
}

func (b *bus) Publish(e event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.n++
	for _, s := range b.sinks {
		_ = s.Emit(e)
	}
}

type fileSink struct {
	mu   sync.Mutex
	b    *bus
	size int
}

func (b *bus) openFile() {
	fs := &fileSink{b: b}
	b.mu.Lock()
	b.sinks = append(b.sinks, fs)
	b.mu.Unlock()
}

func (f *fileSink) Emit(e event) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.size += len(e.msg)
	return nil
}

func (f *fileSink) rotate() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.size = 0
	f.b.note() // want `lock order inversion, a deadlock: bus.mu -> fileSink.mu -> bus.mu:`
}

func (b *bus) note() { b.mu.Lock(); b.n++; b.mu.Unlock() }

// A dispatcher handles messages under its lock; one case of the type switch
// locks the stream, whose close tells the dispatcher under its own.

type dispatcher struct {
	mu      sync.Mutex
	streams map[int]*stream
	pings   int
}

type stream struct {
	mu  sync.Mutex
	id  int
	buf []byte
	d   *dispatcher
}

type dataMsg struct {
	s *stream
	b []byte
}

type pingMsg struct{}

func (d *dispatcher) handle(m any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch m := m.(type) {
	case pingMsg:
		d.pings++
	case *dataMsg:
		m.s.append(m.b)
	}
}

func (s *stream) append(b []byte) { s.mu.Lock(); s.buf = append(s.buf, b...); s.mu.Unlock() }

func (s *stream) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.buf = nil
	s.d.mu.Lock() // want `lock order inversion, a deadlock: dispatcher.mu -> stream.mu -> dispatcher.mu:`
	delete(s.d.streams, s.id)
	s.d.mu.Unlock()
}
