// Package depson asks for such cycles with -deps.
package depson

import (
	"elsewhere/left"
	"elsewhere/locks"
	"elsewhere/right" // want `lock order inversion, a deadlock: locks.Locks.A -> locks.Locks.B -> locks.Locks.A:`
)

func Run(l *locks.Locks) {
	left.Forth(l)
	right.Back(l)
}
