// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: what fmt, log and encoding/json call under a read
// lock.
package correct

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

// The parts are shown, or the address.

func (r *router) next(dst string) (string, error) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	via, ok := r.hops[dst]
	if !ok {
		return "", fmt.Errorf("no way to %s in %p with %d hops", dst, r, len(r.hops))
	}
	return via, nil
}

// The router is shown after the release.

func (r *router) trace(dst string) string {
	r.mu.RLock()
	via := r.hops[dst]
	r.mu.RUnlock()
	log.Println("via", via, "of", r)
	return via
}

// Another router is shown.

func (r *router) beside(other *router) string {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return fmt.Sprint(len(r.hops), other)
}

func (r *router) MarshalJSON() ([]byte, error) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return json.Marshal(r.hops)
}

func (r *router) dump() ([]byte, error) { return json.Marshal(r) }
