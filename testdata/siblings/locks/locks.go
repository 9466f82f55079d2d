// Package locks declares what the others lock, and locks nothing itself.
package locks

import "sync"

type Registry struct{ Mu sync.Mutex }
type Journal struct{ Mu sync.Mutex }
type Cache struct{ Mu sync.Mutex }
type Index struct{ Mu sync.Mutex }
