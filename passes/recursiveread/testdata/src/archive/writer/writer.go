// Package writer reads twice, and is the one that writes.
package writer

import "archive/vault"

func put(v *vault.Vault, name string, size int) {
	v.Lock()
	v.Files[name] = size
	v.Unlock()
}

func total(v *vault.Vault) (n int) {
	v.RLock()
	defer v.RUnlock()
	for name := range v.Files {
		n += v.Size(name) // want `vault.Vault.RWMutex is read-locked twice, a deadlock if the writer at writer.go:7 comes in between: read-locked at archive/vault/vault.go:14 \(called from writer.go:16\) while it is read-locked since writer.go:13`
	}
	return n
}
