// Package house is the first to see both.
package house

import (
	"meeting/door"
	"meeting/enter"
	"meeting/leave" // want `retried at once: safe only while TryLock does not spin.*: door.Door.In -> door.Door.Out -> door.Door.In:`
)

func Visit(d *door.Door) {
	go enter.Enter(d)
	go leave.Leave(d)
}
