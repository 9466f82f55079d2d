// Package right waits.
package right

import "elsewhere"

func Back(l *elsewhere.Locks) {
	l.B.Lock()
	defer l.B.Unlock()
	l.A.Lock()
	defer l.A.Unlock()
}
