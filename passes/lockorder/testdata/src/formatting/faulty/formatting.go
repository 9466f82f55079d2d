// Package faulty holds faults that must be found: methods that fmt, log and
// encoding/json call under a lock.
package faulty

import (
	"encoding/json"
	"fmt"
	"log"
	"strconv"
	"strings"
	"sync"
)

// Sprintf under the pool lock calls the backend's String, which locks the
// backend; the backend reports to the pool with its lock held.

type pool struct {
	mu       sync.Mutex
	backends []*backend
	failures int
}

type backend struct {
	mu   sync.Mutex
	addr string
	down bool
	p    *pool
}

func (b *backend) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return fmt.Sprintf("%s down=%t", b.addr, b.down)
}

func (p *pool) status() (out []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, b := range p.backends {
		out = append(out, fmt.Sprintf("%d: %v", i, b))
	}
	return out
}

func (b *backend) fail() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.down = true
	b.p.noteFailure() // want `lock order inversion, a deadlock: backend.mu -> pool.mu -> backend.mu:`
}

func (p *pool) noteFailure() { p.mu.Lock(); p.failures++; p.mu.Unlock() }

// Log.Printf of a lease under the lessor's lock calls its String; renewing asks
// the lessor with the lease locked.

type lessor struct {
	mu     sync.RWMutex
	leases map[int]*lease
	ttl    int
}

type lease struct {
	mu  sync.Mutex
	id  int
	exp int
	l   *lessor
}

func (l *lease) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return "lease " + strconv.Itoa(l.id)
}

func (le *lessor) revoke(id int) {
	le.mu.Lock()
	defer le.mu.Unlock()
	ls := le.leases[id]
	log.Printf("revoking %s", ls)
	delete(le.leases, id)
}

func (l *lease) renew(now int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.exp = now + l.l.currentTTL() // want `lock order inversion, a deadlock: lease.mu -> lessor.mu -> lease.mu:`
}

func (le *lessor) currentTTL() int { le.mu.RLock(); defer le.mu.RUnlock(); return le.ttl }

// Json.Marshal under the registry lock calls an item's MarshalJSON, which locks
// the item; the item renames itself in the registry under its own lock.

type registry struct {
	mu    sync.Mutex
	items map[string]*item
}

type item struct {
	mu   sync.Mutex
	name string
	r    *registry
}

func (it *item) MarshalJSON() ([]byte, error) {
	it.mu.Lock()
	defer it.mu.Unlock()
	return json.Marshal(it.name)
}

func (r *registry) dump(name string) ([]byte, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	it := r.items[name]
	return json.Marshal(it)
}

func (it *item) rename(to string) {
	it.mu.Lock()
	defer it.mu.Unlock()
	it.r.moved(it.name, to) // want `lock order inversion, a deadlock: item.mu -> registry.mu -> item.mu:`
	it.name = to
}

func (r *registry) moved(from, to string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.items[to] = r.items[from]
	delete(r.items, from)
}

// A logger formats its arguments while holding its mutex, so formatting a
// matcher takes the matcher's mutex; the matcher logs while holding that mutex.

type logger struct {
	mu    sync.Mutex
	lines []string
}

func (l *logger) Debugf(f string, a ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, fmt.Sprintf(f, a...))
}

type matcher struct {
	mu   sync.Mutex
	pats []string
	log  *logger
}

func (m *matcher) String() string { m.mu.Lock(); defer m.mu.Unlock(); return strings.Join(m.pats, ",") }

func (m *matcher) load(p string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.pats = append(m.pats, p)
	m.log.Debugf("loaded %d", len(m.pats)) // want `lock order inversion, a deadlock: logger.mu -> matcher.mu -> logger.mu:`
}

func scan(l *logger, m *matcher) { l.Debugf("scan with %v", m) }
