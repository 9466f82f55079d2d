package lockflow_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lockvet/lockvet/lockgraph"
)

// hasEdge reports whether the engine finds an order in a package called p.
func hasEdge(edges []lockgraph.Edge, from, to string) bool {
	return slices.ContainsFunc(edges, func(e lockgraph.Edge) bool { return e.From == "p."+from && e.To == "p."+to })
}

// Constructs that an analysis may stumble over: each package is read to its
// end, and the order a → b in it is found.
func TestOddConstructs(t *testing.T) {
	sources := map[string]string{
		"bodyless function": `
func external(m *sync.Mutex)
func f() { a.Lock(); external(&b); b.Lock(); b.Unlock(); a.Unlock() }`,
		"variable stored in itself": `
func f() {
	a.Lock()
	defer a.Unlock()
	var y *int
	is := func() bool { return y == nil }
	y = y
	if is() {
		println()
	}
	b.Lock()
	b.Unlock()
}`,
		"recursion": `
func f(n int) { if n > 0 { a.Lock(); g(n - 1); a.Unlock() } }
func g(n int) { b.Lock(); b.Unlock(); if n > 5 { f(n - 1) } }`,
		"recursive closure": `
func f() {
	var visit func(n int)
	visit = func(n int) { if n > 0 { b.Lock(); b.Unlock(); visit(n - 1) } }
	a.Lock()
	visit(3)
	a.Unlock()
}`,
		"generic recursion": `
type list[T any] struct { mu sync.Mutex; next *list[T]; v T }
func (l *list[T]) walk(f func(T)) { if l == nil { return }; l.mu.Lock(); f(l.v); l.mu.Unlock(); l.next.walk(f) }
func f(l *list[int]) { a.Lock(); l.walk(func(int) { b.Lock(); b.Unlock() }); a.Unlock() }`,
		"jumps into and out of loops": `
func f(c func() bool) {
again:
	a.Lock()
	for {
		if c() { goto out }
		if c() { a.Unlock(); goto again }
		select { default: if c() { continue } }
		break
	}
out:
	b.Lock()
	b.Unlock()
	a.Unlock()
}`,
		"unreachable code and panics": `
func f() {
	a.Lock()
	defer a.Unlock()
	defer func() { recover(); b.Lock(); b.Unlock() }()
	panic("x")
	b.Unlock()
}`,
		"defer in a loop": `
func f(n int) { a.Lock(); defer a.Unlock(); for range n { b.Lock(); defer b.Unlock() } }`,
		"method values and expressions": `
func f() {
	lock, unlock := a.Lock, (*sync.Mutex).Unlock
	lock()
	(*sync.Mutex).Lock(&b)
	unlock(&b)
	unlock(&a)
}`,
		"embedding through pointers and interfaces": `
type inner struct { *sync.Mutex }
type outer struct { inner; sync.Locker }
func f() { o := outer{inner{&a}, &b}; o.inner.Lock(); o.Locker.Lock(); o.Locker.Unlock(); o.inner.Unlock() }`,
	}
	for name, src := range sources {
		t.Run(name, func(t *testing.T) {
			edges := analyse(t, "package p\n\nimport \"sync\"\n\nvar a, b sync.Mutex\n"+src).Graph.Edges()
			if !hasEdge(edges, "a", "b") && !hasEdge(edges, "inner.Mutex", "outer.Locker") {
				t.Errorf("the order a → b is not found; got %v", edges)
			}
		})
	}
}

// A function whose locks only its callers can name hands its edges on, with the
// other locks held.
func TestEdgesOfParameters(t *testing.T) {
	_, fact := analyseAndExport(t, `package p

import "sync"

func Three(a, b, c *sync.Mutex) { a.Lock(); b.Lock(); c.Lock(); c.Unlock(); b.Unlock(); a.Unlock() }

func Four(a sync.Locker, b *sync.RWMutex, c, d *sync.Mutex) {
	a.Lock()
	b.RLock()
	Three(c, d, new(sync.Mutex))
	b.RUnlock()
	a.Unlock()
}

func Try(a, b, c *sync.Mutex) bool {
	a.Lock()
	b.Lock()
	ok := c.TryLock()
	if !ok {
		b.Unlock()
		a.Unlock()
	}
	return ok
}
`)
	if fact == nil {
		t.Error("no fact")
	}
}

// A function past every bound is read with joined states, not dropped: what
// certainly holds is still found.
func TestHugeFunction(t *testing.T) {
	var b strings.Builder
	b.WriteString("package p\n\nimport \"sync\"\n\nvar a, b sync.Mutex\nvar many [400]sync.Mutex\nvar c [400]bool\n\nfunc f() {\na.Lock()\n")
	for i := range 400 {
		fmt.Fprintf(&b, "if c[%d] { many[%d].Lock() }\n", i, i)
	}
	b.WriteString("b.Lock()\nb.Unlock()\n")
	for i := range 400 {
		fmt.Fprintf(&b, "if c[%d] { many[%d].Unlock() }\n", i, i)
	}
	b.WriteString("a.Unlock()\n}\n")
	if edges := analyse(t, b.String()).Graph.Edges(); !hasEdge(edges, "a", "b") {
		t.Errorf("the order a → b is not found among %d edges", len(edges))
	}
}
