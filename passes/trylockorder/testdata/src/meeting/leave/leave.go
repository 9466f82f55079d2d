// Package leave waits for In under Out.
package leave

import "meeting/door"

func Leave(d *door.Door) {
	d.Out.Lock()
	defer d.Out.Unlock()
	d.In.Lock()
	defer d.In.Unlock()
}
