// Package hooks calls what it does not know with locks held.
package hooks

import (
	"fmt"
	"io"
	"runtime"
	"sync"
)

// What a log writes to may be a file that needs the lock of the log's owner.

type Log struct {
	mu  sync.Mutex
	out io.Writer
}

type File struct {
	mu  sync.Mutex
	log *Log
}

func (l *Log) Print(v any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	fmt.Fprintln(l.out, v)
}

func (f *File) Write(b []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(b), nil
}

func (f *File) Note() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.log.mu.TryLock() { // unknown: Writer.Write
		f.log.mu.Unlock()
	}
}

// What is called under the lock of a bell comes out of a channel.

type Bell struct {
	mu   sync.Mutex
	todo chan func(int)
}

type Door struct {
	mu   sync.Mutex
	bell *Bell
}

func (b *Bell) Ring() {
	b.mu.Lock()
	defer b.mu.Unlock()
	(<-b.todo)(1)
}

func (d *Door) Install() {
	d.bell.todo <- func(int) { d.open() }
}

func (d *Door) open() {
	d.mu.Lock()
	defer d.mu.Unlock()
}

func (d *Door) Mute() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.bell.mu.TryLock() { // unknown: a function value
		d.bell.mu.Unlock()
	}
}

// The same with a function that cannot be it.

type Gong struct {
	mu   sync.Mutex
	todo chan func(string)
}

type Hall struct {
	mu   sync.Mutex
	gong *Gong
}

func (g *Gong) Strike(name string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	(<-g.todo)(name)
}

func (h *Hall) Install() {
	h.gong.todo <- func(string) {}
}

func (h *Hall) Mute() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.gong.mu.TryLock() { // safe: no order leads back
		h.gong.mu.Unlock()
	}
}

// A plugin is known to be one only where it is asked.

type starter interface{ Start() }

type Host struct {
	mu      sync.Mutex
	plugins []any
}

type Plugin struct {
	mu   sync.Mutex
	host *Host
}

func (h *Host) Install(p *Plugin) { h.plugins = append(h.plugins, p) }

func (h *Host) StartAll() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, p := range h.plugins {
		if s, ok := p.(starter); ok {
			s.Start()
		}
	}
}

func (p *Plugin) Start() {
	p.mu.Lock()
	defer p.mu.Unlock()
}

func (p *Plugin) Stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.host.mu.TryLock() { // unknown: hooks.Plugin.Start
		p.host.mu.Unlock()
	}
}

// Whoever may be called only tries, and so waits for nobody.

type Tape struct {
	mu  sync.Mutex
	out io.ReaderFrom
}

type Reel struct {
	mu   sync.Mutex
	tape *Tape
}

func (t *Tape) Record(r io.Reader) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.out.ReadFrom(r)
}

func (r *Reel) ReadFrom(io.Reader) (int64, error) {
	if r.mu.TryLock() { // safe: no other lock is held
		r.mu.Unlock()
	}
	return 0, nil
}

func (r *Reel) Rewind() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.tape.mu.TryLock() { // safe: no order leads back
		r.tape.mu.Unlock()
	}
}

// What the runtime calls is not what the program hands around.

type Pool struct{ mu sync.Mutex }

type Drop struct {
	mu   sync.Mutex
	pool *Pool
}

func (p *Pool) Clean() {
	p.mu.Lock()
	defer p.mu.Unlock()
	runtime.GC()
}

func (d *Drop) Later() func() {
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
	}
}

func (d *Drop) Fall() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.pool.mu.TryLock() { // safe: no order leads back
		d.pool.mu.Unlock()
	}
}

// An assertion that a lock is held is a trylock, too.

func (d *Drop) splash() {
	if d.mu.TryLock() { // safe: no other lock is held
		panic("d.mu is not held")
	}
}

// A lock that a caller out of sight passes.

func Both(a, b *sync.Mutex) bool {
	a.Lock()
	defer a.Unlock()
	if b.TryLock() { // unknown: callers out of sight
		defer b.Unlock()
		return true
	}
	return false
}
