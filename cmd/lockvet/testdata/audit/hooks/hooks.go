// Package hooks calls what it does not know with locks held.
package hooks

import (
	"fmt"
	"io"
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
