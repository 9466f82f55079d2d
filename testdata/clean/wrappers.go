package clean

import "example.com/clean/base"

// Locks that share a wrapper type are different locks: the orders below would
// look like a cycle of the wrapper with itself.

type graph struct {
	nodes base.Lock
	edges base.Lock
	names base.Table[string]
	sizes base.Table[int]
}

func (g *graph) connect() {
	g.nodes.Acquire()
	defer g.nodes.Release()
	g.edges.Acquire()
	defer g.edges.Release()
}

func (g *graph) rename() {
	g.edges.Acquire()
	defer g.edges.Release()
	g.names.With(func(m map[string]string) {
		g.sizes.With(func(map[string]int) {})
	})
}

// An embedded lock, promoted through two types.

type service struct {
	base.Base
	peers base.Lock
}

func (s *service) run() {
	s.Lock()
	defer s.Unlock()
	s.peers.Acquire()
	defer s.peers.Release()
}
