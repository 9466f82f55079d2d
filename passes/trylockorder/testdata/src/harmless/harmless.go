// Package harmless tries once against the order and gives up. It is run
// without -spin.
package harmless

import "sync"

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

func (d *disk) probe() bool {
	d.io.Lock()
	defer d.io.Unlock()
	if !d.meta.TryLock() {
		return false
	}
	defer d.meta.Unlock()
	d.n--
	return true
}
