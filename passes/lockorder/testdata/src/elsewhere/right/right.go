// Package right is a dependency with the other order.
package right

import "elsewhere/locks"

func Back(l *locks.Locks) {
	l.B.Lock()
	defer l.B.Unlock()
	l.A.Lock()
	defer l.A.Unlock()
}
