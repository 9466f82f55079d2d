// Package enter tries for Out under In, and starts over.
package enter

import "meeting/door"

func Enter(d *door.Door) {
	for {
		d.In.Lock()
		if d.Out.TryLock() {
			break
		}
		d.In.Unlock()
	}
	d.Out.Unlock()
	d.In.Unlock()
}
