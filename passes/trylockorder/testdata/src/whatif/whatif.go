// Package whatif is silent as it is. It is run with -spin: the wants say what
// would be wrong if every TryLock spun.
package whatif

import (
	"errors"
	"sync"
)

var errBusy = errors.New("busy")

type disk struct {
	io, meta sync.Mutex
	n        int
}

func (d *disk) write() {
	d.meta.Lock()
	defer d.meta.Unlock()
	d.io.Lock()
	defer d.io.Unlock()
	d.n++
}

func (d *disk) probe() error {
	d.io.Lock()
	defer d.io.Unlock()
	if !d.meta.TryLock() { // want `harmless while TryLock tries once, but not if it spun: disk.io -> disk.meta -> disk.io: disk.meta tried at`
		return errBusy
	}
	defer d.meta.Unlock()
	d.n--
	return nil
}

// In the order of everyone else, a trylock may spin.

type pair struct {
	a, b sync.Mutex
	n    int
}

func (p *pair) lock() {
	p.a.Lock()
	defer p.a.Unlock()
	p.b.Lock()
	defer p.b.Unlock()
	p.n++
}

func (p *pair) try() bool {
	p.a.Lock()
	defer p.a.Unlock()
	if !p.b.TryLock() {
		return false
	}
	defer p.b.Unlock()
	p.n++
	return true
}
