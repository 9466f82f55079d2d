// Package left starts over.
package left

import "elsewhere"

func Forth(l *elsewhere.Locks) {
	for {
		l.A.Lock()
		if l.B.TryLock() {
			break
		}
		l.A.Unlock()
	}
	l.B.Unlock()
	l.A.Unlock()
}
