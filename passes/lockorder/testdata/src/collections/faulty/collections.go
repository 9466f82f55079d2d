// Package faulty holds faults that must be found: locks in maps, slices and
// arrays.
package faulty

import (
	"sync"
)

// A keyed lock waits for the key's mutex with the table locked, and at the end
// takes the table lock with the key's mutex held.

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
	l.Lock()
	k.mu.Unlock()
	f()
	k.mu.Lock() // want `lock order inversion, a deadlock: keyed.locks\[\] -> keyed.mu -> keyed.locks\[\]:`
	k.uses[key]++
	k.mu.Unlock()
	l.Unlock()
}

// An insert locks its shard and then the index; a drop locks the index and then
// whichever shard the key is in.

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
	defer t.idxMu.Unlock()
	i, ok := t.idx[k]
	if !ok {
		return
	}
	sh := &t.shards[i]
	sh.mu.Lock() // want `lock order inversion, a deadlock: shard.mu -> table.idxMu -> shard.mu:`
	delete(sh.m, k)
	sh.mu.Unlock()
	delete(t.idx, k)
}

// The two halves have constant indexes and are locked in both orders.

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
	h.mu[1].Lock()
	defer h.mu[1].Unlock()
	h.mu[0].Lock() // want `lock order inversion, a deadlock: halves.mu\[\] -> halves.mu\[\] -> halves.mu\[\]:`
	defer h.mu[0].Unlock()
	h.n[0] += h.n[1]
}
