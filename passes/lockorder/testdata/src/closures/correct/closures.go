// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: functions that run under a lock of the function
// that calls them.
package correct

import (
	"slices"
	"sort"
	"sync"
)

// The key is noted after Update returned.

type store struct {
	mu sync.RWMutex
	m  map[string]string
}

func (s *store) Update(f func(m map[string]string)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(s.m)
}

func (s *store) Get(k string) string { s.mu.RLock(); defer s.mu.RUnlock(); return s.m[k] }

type index struct {
	mu   sync.Mutex
	st   *store
	keys []string
}

func (ix *index) Add(k, v string) {
	ix.st.Update(func(m map[string]string) { m[k] = v })
	ix.mu.Lock()
	defer ix.mu.Unlock()
	ix.keys = append(ix.keys, k)
}

func (ix *index) Dump() (out []string) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	for _, k := range ix.keys {
		out = append(out, ix.st.Get(k))
	}
	return out
}

// The flush copies the counter and leaves the lock first.

type db struct {
	mu   sync.RWMutex
	rows []int
}

func (d *db) View(f func(d *db) int) int {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return f(d)
}

func (d *db) Insert(n int) { d.mu.Lock(); d.rows = append(d.rows, n); d.mu.Unlock() }

var (
	statMu sync.Mutex
	reads  int
)

func countRows(d *db) int {
	statMu.Lock()
	reads++
	statMu.Unlock()
	return len(d.rows)
}

func Count(d *db) int { return d.View(countRows) }

func flushStats(d *db) {
	statMu.Lock()
	n := reads
	reads = 0
	statMu.Unlock()
	d.Insert(n)
}

// Stale asks the cache first.

type cache struct {
	mu  sync.Mutex
	gen int
}

func (c *cache) exclusively(f func() int) {
	c.mu.Lock()
	c.gen += f()
	c.mu.Unlock()
}

type owner struct {
	mu    sync.Mutex
	epoch int
	c     *cache
}

func (o *owner) nextEpoch() int { o.mu.Lock(); defer o.mu.Unlock(); o.epoch++; return o.epoch }
func (o *owner) refresh()       { o.c.exclusively(o.nextEpoch) }

func (c *cache) generation() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.gen
}

func (o *owner) stale() bool {
	g := o.c.generation()
	o.mu.Lock()
	defer o.mu.Unlock()
	return g < o.epoch
}

// Audit records after it unlocked.

type bank struct {
	mu   sync.Mutex
	accs []*acct
	log  int
}

type acct struct {
	mu     sync.Mutex
	b      *bank
	frozen bool
}

func (b *bank) each(f func(*acct)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, a := range b.accs {
		f(a)
	}
}

func (a *acct) freeze()    { a.mu.Lock(); a.frozen = true; a.mu.Unlock() }
func (b *bank) freezeAll() { b.each((*acct).freeze) }
func (b *bank) record()    { b.mu.Lock(); b.log++; b.mu.Unlock() }

func (a *acct) audit() bool {
	a.mu.Lock()
	f := a.frozen
	a.mu.Unlock()
	a.b.record()
	return f
}

// Store copies the sum first.

type tree struct {
	mu    sync.RWMutex
	leafs []int
}

func (t *tree) Walk(f func(int)) { t.walkFrom(0, f) }

func (t *tree) walkFrom(i int, f func(int)) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	t.visit(i, f)
}

func (t *tree) visit(i int, f func(int)) {
	for ; i < len(t.leafs); i++ {
		f(t.leafs[i])
	}
}

func (t *tree) Insert(n int) { t.mu.Lock(); t.leafs = append(t.leafs, n); t.mu.Unlock() }

type summary struct {
	mu  sync.Mutex
	sum int
	t   *tree
}

func (s *summary) collect() {
	s.t.Walk(func(n int) {
		s.mu.Lock()
		s.sum += n
		s.mu.Unlock()
	})
}

func (s *summary) store() {
	s.mu.Lock()
	n := s.sum
	s.mu.Unlock()
	s.t.Insert(n)
}

// Leave unlocks first.

type group struct {
	mu      sync.Mutex
	members []*member
}

type member struct {
	mu    sync.Mutex
	g     *group
	score int
}

func (m *member) points() int { m.mu.Lock(); defer m.mu.Unlock(); return m.score }

func (g *group) rank() {
	g.mu.Lock()
	defer g.mu.Unlock()
	sort.Slice(g.members, func(i, j int) bool {
		return g.members[i].points() > g.members[j].points()
	})
}

func (g *group) remove(m *member) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.members = slices.DeleteFunc(g.members, func(x *member) bool { return x == m })
}

func (m *member) leave() {
	m.mu.Lock()
	m.score = 0
	m.mu.Unlock()
	m.g.remove(m)
}

// The manager lock does not cover the Range.

type manager struct {
	mu   sync.Mutex
	all  sync.Map // id -> *session
	gone int
}

type session struct {
	mu  sync.Mutex
	m   *manager
	age int
}

func (m *manager) tick() {
	m.all.Range(func(_, v any) bool {
		s := v.(*session)
		s.mu.Lock()
		s.age++
		s.mu.Unlock()
		return true
	})
	m.mu.Lock()
	m.gone = 0
	m.mu.Unlock()
}

func (m *manager) expired() { m.mu.Lock(); m.gone++; m.mu.Unlock() }

func (s *session) touch(max int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.age > max {
		s.m.expired()
	}
}

// Check reads the owner first.

type counter struct {
	mu  sync.Mutex
	n   int
	own *returnedOwner
}

func (c *counter) incr() func(int) {
	return func(d int) {
		c.mu.Lock()
		c.n += d
		c.mu.Unlock()
	}
}

type returnedOwner struct {
	mu    sync.Mutex
	total int
	c     *counter
}

func (o *returnedOwner) addAll(ds []int) {
	add := o.c.incr()
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, d := range ds {
		o.total += d
		add(d)
	}
}

func (o *returnedOwner) sum() int { o.mu.Lock(); defer o.mu.Unlock(); return o.total }

func (c *counter) check() bool {
	sum := c.own.sum()
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n == sum
}

// A closure that locks is made under the lock, returned, and called without it.

type seq struct {
	mu   sync.Mutex
	n    int
	log  *log2
	done bool
}

type log2 struct {
	mu   sync.Mutex
	recs []int
}

func (s *seq) start() func() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
	n := s.n
	return func() {
		s.log.mu.Lock()
		defer s.log.mu.Unlock()
		s.log.recs = append(s.log.recs, n)
	}
}

func (s *seq) step() {
	finish := s.start()
	finish()
}

func (l *log2) stamp(s *seq) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s.mu.Lock()
	s.done = len(l.recs) == s.n
	s.mu.Unlock()
}

// A less function that locks the members is run on a copy, without the group's
// lock.

type sortedGroup struct {
	mu sync.Mutex
	ms []*sortedMember
}

type sortedMember struct {
	mu sync.Mutex
	g  *sortedGroup
	n  int
}

func (m *sortedMember) points() int { m.mu.Lock(); defer m.mu.Unlock(); return m.n }

func (g *sortedGroup) rank() []*sortedMember {
	g.mu.Lock()
	ms := slices.Clone(g.ms)
	g.mu.Unlock()
	sort.Slice(ms, func(i, j int) bool { return ms[i].points() > ms[j].points() })
	return ms
}

func (m *sortedMember) leave() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.n = 0
	m.g.mu.Lock()
	m.g.ms = slices.DeleteFunc(m.g.ms, func(x *sortedMember) bool { return x == m })
	m.g.mu.Unlock()
}
