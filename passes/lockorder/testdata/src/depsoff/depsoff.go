// Package depsoff brings together two orders of another module, which its
// authors cannot change.
package depsoff

import (
	"elsewhere/left"
	"elsewhere/locks"
	"elsewhere/right"
)

func Run(l *locks.Locks) {
	left.Forth(l)
	right.Back(l)
}
