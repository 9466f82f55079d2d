// Package correct uses the same types and functions in one order for each
// pair. Different pairs are in opposite orders of their types, which means
// nothing: the classes are fields, not types.
package correct

import (
	"sync"

	"toolkit/syncutil"
)

type broker struct {
	topics  syncutil.Mutex
	clients sync.Mutex
	n       int
}

func (b *broker) publish() {
	b.topics.Lock()
	defer b.topics.Unlock()
	b.clients.Lock()
	defer b.clients.Unlock()
	b.n++
}

type queue struct {
	items sync.Mutex
	sizes syncutil.Mutex
	n     int
}

func (q *queue) push() {
	q.items.Lock()
	defer q.items.Unlock()
	q.sizes.Lock()
	defer q.sizes.Unlock()
	q.n++
}

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
	var n int
	syncutil.With(&c.data, func() { n = c.n })
	syncutil.With(&c.stats, func() { r = c.hits / n })
	return r
}

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
	release := syncutil.Acquire(&v.values)
	v.n = 0
	release()
	defer syncutil.Acquire(&v.keys)()
	v.n++
}

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
	a.routes.Do(func(r *[]string) { n = len(*r) })
	a.users.Do(func(u *map[string]int) { n += len(*u) })
	return n
}
