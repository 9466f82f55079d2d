// Package door has two locks.
package door

import "sync"

type Door struct{ In, Out sync.Mutex }
