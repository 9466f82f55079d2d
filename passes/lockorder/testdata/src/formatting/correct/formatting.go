// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: methods that fmt, log and encoding/json call under
// a lock.
package correct

import (
	"encoding/json"
	"fmt"
	"log"
	"strconv"
	"strings"
	"sync"
)

// The backends are copied under the pool lock and formatted after it.

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
	bs := append([]*backend(nil), p.backends...)
	p.mu.Unlock()
	for i, b := range bs {
		out = append(out, fmt.Sprintf("%d: %v", i, b))
	}
	return out
}

func (b *backend) fail() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.down = true
	b.p.noteFailure()
}

func (p *pool) noteFailure() { p.mu.Lock(); p.failures++; p.mu.Unlock() }

// The log line names the id, which never changes.

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
	log.Printf("revoking lease %d", id)
	delete(le.leases, id)
}

func (l *lease) renew(now int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.exp = now + l.l.currentTTL()
}

func (le *lessor) currentTTL() int { le.mu.RLock(); defer le.mu.RUnlock(); return le.ttl }

// The item is marshalled after the registry lock.

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
	it := r.items[name]
	r.mu.Unlock()
	return json.Marshal(it)
}

func (it *item) rename(to string) {
	it.mu.Lock()
	defer it.mu.Unlock()
	it.r.moved(it.name, to)
	it.name = to
}

func (r *registry) moved(from, to string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.items[to] = r.items[from]
	delete(r.items, from)
}

// Format before taking the logger's mutex.

type logger struct {
	mu    sync.Mutex
	lines []string
}

func (l *logger) Debugf(f string, a ...any) {
	s := fmt.Sprintf(f, a...)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, s)
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
	m.log.Debugf("loaded %d", len(m.pats))
}

func scan(l *logger, m *matcher) { l.Debugf("scan with %v", m) }

// Under the lock the object is printed with %p and %T, which do not call its
// String method.

type verbPool struct {
	mu sync.Mutex
	cs []*conn
	n  int
}

type conn struct {
	mu sync.Mutex
	p  *verbPool
	id int
}

func (c *conn) String() string { c.mu.Lock(); defer c.mu.Unlock(); return "conn " + strconv.Itoa(c.id) }

func (p *verbPool) dump() (out []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.cs {
		out = append(out, fmt.Sprintf("%T at %p", c, c))
	}
	return out
}

func (c *conn) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.p.mu.Lock()
	c.p.n--
	c.p.mu.Unlock()
}

// The arguments are formatted before the logger locks.

type beforeLogger struct {
	mu  sync.Mutex
	out []string
}

type job struct {
	mu  sync.Mutex
	log *beforeLogger
	n   int
}

func (j *job) String() string { j.mu.Lock(); defer j.mu.Unlock(); return strconv.Itoa(j.n) }

func (l *beforeLogger) Printf(f string, args ...any) {
	line := fmt.Sprintf(f, args...)
	l.mu.Lock()
	l.out = append(l.out, line)
	l.mu.Unlock()
}

func (j *job) step() {
	j.mu.Lock()
	j.n++
	j.log.Printf("step %d", j.n)
	j.mu.Unlock()
}

func watch(l *beforeLogger, j *job) { l.Printf("job %v", j) }

// The object's String reads only what never changes, and is called under the
// lock that others take second.

type reg struct {
	mu sync.Mutex
	m  map[string]*plainItem
	n  int
}

type plainItem struct {
	mu   sync.Mutex
	name string // immutable
	r    *reg
	v    int
}

func (it *plainItem) String() string { return "item " + it.name }

func (r *reg) dump() (out []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, it := range r.m {
		out = append(out, fmt.Sprint(it))
	}
	return out
}

func (it *plainItem) set(v int) {
	it.mu.Lock()
	defer it.mu.Unlock()
	it.v = v
	it.r.mu.Lock()
	it.r.n++
	it.r.mu.Unlock()
}
