// Package trees has objects that consist of others of their type.
package trees

import "sync"

// An update goes up, from a node by what connects it to its parent.

type Node struct {
	mu    sync.Mutex
	group *Group // nil at the top
	value int
}

type Group struct {
	mu     sync.Mutex
	parent *Node
	sum    int
}

func (n *Node) Update(v int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.value = v
	if n.group != nil {
		n.group.Add(v)
	}
}

func (g *Group) Add(v int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sum += v
	g.parent.Update(g.sum)
}

func (g *Group) Publish() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.parent.Update(g.sum)
}

// A request goes down, to whatever is behind an interface, which may be the same
// thing once more.

type Balancer interface {
	Close()
	Pick() int
}

type Set struct {
	mu      sync.Mutex
	members []Balancer
}

func (s *Set) CloseAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range s.members {
		b.Close()
	}
}

func (s *Set) Drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range s.members {
		b.Close()
	}
	s.members = nil
}

type weighted struct {
	mu  sync.Mutex
	set *Set
	sum int
}

func New(s *Set) Balancer { return &weighted{set: s} }

func (w *weighted) Close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.set.CloseAll()
}

func (w *weighted) Pick() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.sum
}

// Three locks around.

type Folder struct {
	mu    sync.Mutex
	shelf *Shelf
}

type Shelf struct {
	mu   sync.Mutex
	rack *Rack
}

type Rack struct {
	mu     sync.Mutex
	folder *Folder
}

func (f *Folder) Count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.shelf == nil {
		return 1
	}
	return f.shelf.count()
}

func (s *Shelf) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rack.count()
}

func (r *Rack) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.folder.Count()
}
