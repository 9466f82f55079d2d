// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: locks in maps, slices and arrays.
package correct

import (
	"sync"
)

// The table is released before the wait for the key.

type keyed struct {
	mu    sync.Mutex
	locks map[string]*sync.Mutex
	uses  map[string]int
}

func (k *keyed) with(key string, f func()) {
	k.mu.Lock()
	l := k.locks[key]
	if l == nil {
		l = new(sync.Mutex)
		k.locks[key] = l
	}
	k.mu.Unlock()
	l.Lock()
	f()
	k.mu.Lock()
	k.uses[key]++
	k.mu.Unlock()
	l.Unlock()
}

// Drop looks the shard up, lets the index go and locks in the order of put.

type shard struct {
	mu sync.RWMutex
	m  map[string]int
}

type table struct {
	shards []shard
	idxMu  sync.Mutex
	idx    map[string]int // key -> shard number
}

func (t *table) put(i int, k string, v int) {
	t.shards[i].mu.Lock()
	defer t.shards[i].mu.Unlock()
	t.shards[i].m[k] = v
	t.idxMu.Lock()
	t.idx[k] = i
	t.idxMu.Unlock()
}

func (t *table) drop(k string) {
	t.idxMu.Lock()
	i, ok := t.idx[k]
	t.idxMu.Unlock()
	if !ok {
		return
	}
	sh := &t.shards[i]
	sh.mu.Lock()
	defer sh.mu.Unlock()
	delete(sh.m, k)
	t.idxMu.Lock()
	delete(t.idx, k)
	t.idxMu.Unlock()
}

// A loop locks and unlocks each shard in turn; with continue, break and return
// in between.

type sweepShard struct {
	mu sync.Mutex
	m  map[string]int
}

type sweepTable struct{ shards [32]sweepShard }

func (t *sweepTable) find(k string) (v int, ok bool) {
	for i := range t.shards {
		s := &t.shards[i]
		s.mu.Lock()
		if s.m == nil {
			s.mu.Unlock()
			continue
		}
		if v, ok = s.m[k]; ok {
			s.mu.Unlock()
			return v, true
		}
		s.mu.Unlock()
		if i > 16 && k == "" {
			break
		}
	}
	return 0, false
}

func (t *sweepTable) clear() {
	for i := range t.shards {
		func() {
			t.shards[i].mu.Lock()
			defer t.shards[i].mu.Unlock()
			clear(t.shards[i].m)
		}()
	}
}

// A snapshot locks all shards in the order of the array and releases them in
// any order.

type snapShard struct {
	mu sync.Mutex
	m  map[string]int
}

type snapTable struct{ shards [16]snapShard }

func (t *snapTable) Len() (n int) {
	for i := range t.shards {
		t.shards[i].mu.Lock()
	}
	for i := range t.shards {
		n += len(t.shards[i].m)
	}
	for i := range t.shards {
		t.shards[i].mu.Unlock()
	}
	return n
}

func (t *snapTable) put(i int, k string) { s := &t.shards[i]; s.mu.Lock(); s.m[k]++; s.mu.Unlock() }

// The key's mutex is waited for without the table lock; at the end the key's
// mutex is released before the table is locked.

type releasedKeyed struct {
	mu    sync.Mutex
	locks map[string]*entry
}

type entry struct {
	mu   sync.Mutex
	refs int
}

func (k *releasedKeyed) with(key string, f func()) {
	k.mu.Lock()
	e := k.locks[key]
	if e == nil {
		e = &entry{}
		k.locks[key] = e
	}
	e.refs++
	k.mu.Unlock()

	e.mu.Lock()
	f()
	e.mu.Unlock()

	k.mu.Lock()
	if e.refs--; e.refs == 0 {
		delete(k.locks, key)
	}
	k.mu.Unlock()
}

// The two halves have constant indexes, and the first is always locked first.

type halves struct {
	mu [2]sync.Mutex
	n  [2]int
}

func (h *halves) fill() {
	h.mu[0].Lock()
	defer h.mu[0].Unlock()
	h.mu[1].Lock()
	defer h.mu[1].Unlock()
	h.n[1] += h.n[0]
}

func (h *halves) drain() {
	h.mu[0].Lock()
	defer h.mu[0].Unlock()
	h.mu[1].Lock()
	defer h.mu[1].Unlock()
	h.n[0] += h.n[1]
}
