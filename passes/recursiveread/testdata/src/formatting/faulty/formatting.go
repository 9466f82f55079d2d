// Package faulty holds faults that must be found: methods that fmt, log and
// encoding/json call under the read lock that they take.
package faulty

import (
	"encoding/json"
	"fmt"
	"log"
	"sync"
)

type router struct {
	mu   sync.RWMutex
	hops map[string]string
}

func (r *router) add(dst, via string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.hops[dst] = via
}

func (r *router) String() string {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return fmt.Sprintf("%d hops", len(r.hops))
}

func (r *router) next(dst string) (string, error) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	via, ok := r.hops[dst]
	if !ok {
		return "", fmt.Errorf("no way to %s in %v", dst, r) // want `router.mu is read-locked twice, a deadlock if the writer at formatting.go:18 comes in between: read-locked at formatting.go:24 \(called from formatting.go:34\) while it is read-locked since formatting.go:30`
	}
	log.Println("via", via, "of", r) // want `router.mu is read-locked twice, a deadlock if the writer at formatting.go:18 comes in between: read-locked at formatting.go:24 \(called from formatting.go:36, log/log.go:416, log/log.go:237, log/log.go:417\) while it is read-locked since formatting.go:30`
	return via, nil
}

func (r *router) MarshalJSON() ([]byte, error) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return json.Marshal(r.hops)
}

func (r *router) dump(min int) ([]byte, error) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if len(r.hops) < min {
		return nil, nil
	}
	return json.Marshal(r) // want `router.mu is read-locked twice, a deadlock if the writer at formatting.go:18 comes in between: read-locked at formatting.go:41 \(called from formatting.go:52\) while it is read-locked since formatting.go:47`
}
