// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: methods called through an interface or found by a
// type switch.
package correct

import (
	"sync"
)

// Rotate tells the bus without its lock.

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
	f.size = 0
	f.mu.Unlock()
	f.b.note()
}

func (b *bus) note() { b.mu.Lock(); b.n++; b.mu.Unlock() }

// Close releases the stream before it takes the dispatcher.

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
	s.buf = nil
	s.mu.Unlock()
	s.d.mu.Lock()
	delete(s.d.streams, s.id)
	s.d.mu.Unlock()
}

// The bus copies its sinks and emits without its lock; a sink publishes under
// its own lock.

type emitSink interface{ Emit(s string) }

type emitBus struct {
	mu    sync.Mutex
	sinks []emitSink
}

func (b *emitBus) Add(s emitSink) { b.mu.Lock(); b.sinks = append(b.sinks, s); b.mu.Unlock() }

func (b *emitBus) Publish(s string) {
	b.mu.Lock()
	sinks := b.sinks[:len(b.sinks):len(b.sinks)]
	b.mu.Unlock()
	for _, k := range sinks {
		k.Emit(s)
	}
}

func (b *emitBus) Len() int { b.mu.Lock(); defer b.mu.Unlock(); return len(b.sinks) }

type mem struct {
	mu    sync.Mutex
	b     *emitBus
	lines []string
}

func attach(b *emitBus) *mem    { m := &mem{b: b}; b.Add(m); return m }
func (m *mem) Emit(s string)    { m.mu.Lock(); m.lines = append(m.lines, s); m.mu.Unlock() }
func (m *mem) perSink() (n int) { m.mu.Lock(); defer m.mu.Unlock(); return len(m.lines) / m.b.Len() }
