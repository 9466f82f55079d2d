// Package left is a dependency with one of the orders.
package left

import "elsewhere/locks"

func Forth(l *locks.Locks) {
	l.A.Lock()
	defer l.A.Unlock()
	l.B.Lock()
	defer l.B.Unlock()
}
