// Package external is tested from outside, by a package that inverts its locks.
package external

import "sync"

type Hub struct {
	Mu    sync.Mutex
	Peers []*Peer
}

type Peer struct {
	Mu sync.Mutex
	n  int
}

func (h *Hub) Broadcast() {
	h.Mu.Lock()
	defer h.Mu.Unlock()
	for _, p := range h.Peers {
		p.Mu.Lock()
		p.n++
		p.Mu.Unlock()
	}
}
