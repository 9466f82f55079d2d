// Package elsewhere belongs to another module.
package elsewhere

import "sync"

type Locks struct{ A, B sync.Mutex }
