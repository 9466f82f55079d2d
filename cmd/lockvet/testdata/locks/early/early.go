// Package early locks while packages are initialized, before most of others.
package early

import "sync"

type Registry struct{ names, types sync.Mutex }

var reg Registry

func init() {
	reg.names.Lock()
	reg.types.Lock()
	reg.types.Unlock()
	reg.names.Unlock()

	reg.types.Lock()
	reg.names.Lock()
	reg.names.Unlock()
	reg.types.Unlock()
}
