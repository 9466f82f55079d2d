// Package reader reads twice; no writer is in sight.
package reader

import "archive/vault"

func total(v *vault.Vault) (n int) {
	v.RLock()
	defer v.RUnlock()
	for name := range v.Files {
		n += v.Size(name)
	}
	return n
}
