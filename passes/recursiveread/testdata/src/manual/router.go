package manual

import "sync"

type Router struct {
	mu   sync.RWMutex
	next map[string]string
}

func (r *Router) Next(dst string) string {
	r.mu.RLock() // router.go:11
	defer r.mu.RUnlock()
	return r.next[dst]
}

func (r *Router) Add(dst, via string) {
	r.mu.Lock() // router.go:17
	defer r.mu.Unlock()
	r.next[dst] = via
}

func (r *Router) Path(dst string) (path []string) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for range len(r.next) {
		dst = r.Next(dst) // router.go:26 // want `Router.mu is read-locked twice, a deadlock if the writer at router.go:17 comes in between: read-locked at router.go:11 \(called from router.go:26\) while it is read-locked since router.go:23`
		path = append(path, dst)
	}
	return path
}
