// Package faulty inverts locks that it takes through another package's types
// and functions. The classes are those of this package.
package faulty

import (
	"sync"

	"toolkit/syncutil"
)

// Two fields of the imported mutex type.

type broker struct {
	topics, clients syncutil.Mutex
	n               int
}

func (b *broker) publish() {
	b.topics.Lock()
	defer b.topics.Unlock()
	b.clients.Lock()
	defer b.clients.Unlock()
	b.n++
}

func (b *broker) drop() {
	b.clients.Lock()
	defer b.clients.Unlock()
	b.topics.Lock() // want `lock order inversion, a deadlock: broker.clients.* -> broker.topics.* -> broker.clients.*:`
	defer b.topics.Unlock()
	b.n--
}

// A helper that takes a sync.Locker and a function.

type cache struct {
	data, stats sync.Mutex
	n, hits     int
}

func (c *cache) hit() {
	syncutil.With(&c.data, func() {
		c.n++
		syncutil.With(&c.stats, func() { c.hits++ })
	})
}

func (c *cache) rate() (r int) {
	c.stats.Lock()
	defer c.stats.Unlock()
	syncutil.With(&c.data, func() { r = c.hits / c.n }) // want `lock order inversion, a deadlock: cache.data -> cache.stats -> cache.data:`
	return r
}

// A helper that returns the unlocking function.

type vault struct {
	keys, values sync.Mutex
	n            int
}

func (v *vault) rotate() {
	defer syncutil.Acquire(&v.keys)()
	defer syncutil.Acquire(&v.values)()
	v.n++
}

func (v *vault) purge() {
	defer syncutil.Acquire(&v.values)()
	defer syncutil.Acquire(&v.keys)() // want `lock order inversion, a deadlock: vault.keys -> vault.values -> vault.keys:`
	v.n = 0
}

// Two guarded values, nested both ways.

type app struct {
	users  syncutil.Guarded[map[string]int]
	routes syncutil.Guarded[[]string]
}

func (a *app) add(name string) {
	a.users.Do(func(u *map[string]int) {
		(*u)[name]++
		a.routes.Do(func(r *[]string) { *r = append(*r, name) })
	})
}

func (a *app) count() (n int) {
	a.routes.Do(func(r *[]string) {
		a.users.Do(func(u *map[string]int) { n = len(*u) + len(*r) }) // want `lock order inversion, a deadlock: app.routes.* -> app.users.* -> app.routes.*:`
	})
	return n
}
