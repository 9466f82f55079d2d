// Package faulty holds faults that must be found: functions that run under a
// lock of the function that calls them.
package faulty

import (
	"slices"
	"sort"
	"sync"
)

// Update runs a literal under the store lock; the literal notes the key in an
// index, and the index reads the store under its own lock.

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
	ix.st.Update(func(m map[string]string) {
		m[k] = v
		ix.mu.Lock()
		defer ix.mu.Unlock()
		ix.keys = append(ix.keys, k)
	})
}

func (ix *index) Dump() (out []string) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	for _, k := range ix.keys {
		out = append(out, ix.st.Get(k)) // want `lock order inversion, a deadlock: index.mu -> store.mu -> index.mu:`
	}
	return out
}

// A package function is passed to View, which runs it under the read lock; it
// locks the package's statistics, whose flush writes to the database under its
// lock.

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
	defer statMu.Unlock()
	d.Insert(reads) // want `lock order inversion, a deadlock: db.mu -> statMu -> db.mu:`
	reads = 0
}

// A method value is handed to a helper that runs it under the cache lock; the
// method locks its owner, who calls the cache with its lock held.

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
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.c.generation() < o.epoch // want `lock order inversion, a deadlock: cache.mu -> owner.mu -> cache.mu:`
}

// A method expression is applied to every account under the bank lock; the
// method locks the account, and an audit goes the other way.

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
	defer a.mu.Unlock()
	a.b.record() // want `lock order inversion, a deadlock: acct.mu -> bank.mu -> acct.mu:`
	return a.frozen
}

// A function parameter is passed down two levels before it is called under the
// lock.

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
	defer s.mu.Unlock()
	s.t.Insert(s.sum) // want `lock order inversion, a deadlock: summary.mu -> tree.mu -> summary.mu:`
}

// Sort.Slice under the group lock calls a less function that locks the members;
// a member leaves the group under its own lock.

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
	defer m.mu.Unlock()
	m.score = 0
	m.g.remove(m) // want `lock order inversion, a deadlock: group.mu -> member.mu -> group.mu:`
}

// Sync.Map.Range under the manager lock runs a function that locks each
// session; a session expires under its own lock and calls the manager.

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
	m.mu.Lock()
	defer m.mu.Unlock()
	m.all.Range(func(_, v any) bool {
		s := v.(*session)
		s.mu.Lock()
		s.age++
		s.mu.Unlock()
		return true
	})
}

func (m *manager) expired() { m.mu.Lock(); m.gone++; m.mu.Unlock() }

func (s *session) touch(max int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.age > max {
		s.m.expired() // want `lock order inversion, a deadlock: manager.mu -> session.mu -> manager.mu:`
	}
}

// A closure returned by one object locks it when called; the caller calls it
// with its own lock held.

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
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n == c.own.sum() // want `lock order inversion, a deadlock: counter.mu -> returnedOwner.mu -> counter.mu:`
}
