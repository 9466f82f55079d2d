package names

import (
	"sync"
	"testing"

	"example.com/locks/depot"
)

// reports deadlock: names.Shelf.mu -> names.Book.RWMutex -> names.Shelf.mu
func TestFieldAndEmbedded(t *testing.T) {
	s := new(Shelf)
	new(Book).Move(s)
	s.Pages()
}

// reports deadlock: depot.Store.mu -> names.catalogue -> depot.Store.mu
func TestVariableAndDependency(t *testing.T) {
	s := new(depot.Store)
	Register(s, "a")
	if n := Missing(s); n > 0 {
		t.Error(n)
	}
}

// reports deadlock: names.sale -> depot.Store.mu -> names.sale
func TestInlinedLiteral(t *testing.T) {
	s := new(depot.Store)
	s.Put("a")
	Price(s)
	Sell(s)
}

// reports deadlock: names.Journal.index.mu -> names.Journal.pages.mu -> names.Journal.index.mu
func TestWrapper(t *testing.T) {
	j := new(Journal)
	j.Append()
	j.Trim()
}

// reports deadlock: names.Pair.second -> names.Pair.first -> names.Pair.second
func TestParameter(t *testing.T) {
	p := new(Pair)
	p.Forward()
	p.Back()
}

// reports deadlock: names.Table.rows -> names.Table.log -> names.Table.rows
func TestRLocker(t *testing.T) {
	tab := new(Table)
	tab.Read()
	tab.Write()
}

// reports deadlock: names.Queue.mu -> names.Worker.busy -> names.Queue.mu
func TestCond(t *testing.T) {
	q, w := NewQueue(), new(Worker)
	w.Take(q)
	q.Stop(w)
}

// reports deadlock: names.Pump.valve -> names.Pump.mu -> names.Pump.valve
func TestCondWithAnotherLock(t *testing.T) {
	NewPump().Run()
}

// reports deadlock: names.Lazy.mu -> names.Lazy.once -> names.Lazy.mu
func TestOnce(t *testing.T) {
	new(Lazy).Get()
	new(Lazy).Reset()
}

// reports deadlock: names.Ring.mu -> names.Crate.count.mu -> names.Ring.mu
func TestGeneric(t *testing.T) {
	new(Crate).Fill(new(Ring[string]))
	Drain(new(Ring[bool]), new(Crate))
}

// reports deadlock: names.Stripes.owner[] -> names.Stripes.parts[] -> names.Stripes.owner[]
func TestElements(t *testing.T) {
	s := &Stripes{owner: map[string]*sync.Mutex{"a": new(sync.Mutex)}}
	s.Take(1, "a")
	s.Give(2, "a")
}

// reports deadlock: names.Local.second -> names.Local.first -> names.Local.second
func TestLocal(t *testing.T) { Local() }

func TestUnnamed(t *testing.T) {
	l, r := new(Left), new(Right)
	Listed(l, r)
	Held(l, r)
	other := new(Left)
	Swap(l, other)
	Swap(other, l)
}
