// Package locks holds the locks of a module that others use.
package locks

import "sync"

type Locks struct{ A, B sync.Mutex }
