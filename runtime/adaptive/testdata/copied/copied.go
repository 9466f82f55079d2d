// Package copied passes locks by value, which go vet reports.
package copied

import "github.com/lockvet/lockvet/runtime/adaptive"

func Mutex(m adaptive.Mutex) { m.Lock() }

func Audited(m adaptive.Audited) { m.Lock() }
