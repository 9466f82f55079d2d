// Package correct holds code that only looks like a fault, of which nothing may
// be said: locks that nobody else can reach yet.
package correct

import (
	"sync"
)

// The constructor fills the new object through a method that locks in the
// reverse order, before anyone else can see it; nothing else calls that method.

type pair struct {
	a, b sync.Mutex
	n, m int
}

func newPair(n int) *pair {
	p := new(pair)
	p.fill(n)
	return p
}

func (p *pair) fill(n int) {
	p.b.Lock()
	defer p.b.Unlock()
	p.m = n
	p.a.Lock()
	p.n = n
	p.a.Unlock()
}

func (p *pair) sum() int {
	p.a.Lock()
	defer p.a.Unlock()
	p.b.Lock()
	defer p.b.Unlock()
	return p.n + p.m
}

// Init takes the two package locks in the other order, through a helper that
// nothing else calls, before any goroutine exists.

var (
	nameMu, idMu sync.Mutex
	names        map[string]int
	ids          map[int]string
)

func init() {
	idMu.Lock()
	defer idMu.Unlock()
	ids = map[int]string{1: "root"}
	loadNames()
}

func loadNames() {
	nameMu.Lock()
	defer nameMu.Unlock()
	names = map[string]int{}
	for id, n := range ids {
		names[n] = id
	}
}

func add(name string) {
	nameMu.Lock()
	defer nameMu.Unlock()
	idMu.Lock()
	defer idMu.Unlock()
	names[name] = len(names) + 1
	ids[names[name]] = name
}

// Two functions use local mutexes with the same names in opposite orders.

func collect(xs []int) (sum, n int) {
	var mu, cnt sync.Mutex
	var wg sync.WaitGroup
	for _, x := range xs {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			sum += x
			cnt.Lock()
			n++
			cnt.Unlock()
		})
	}
	wg.Wait()
	return sum, n
}

func count(xs []int) (odd, n int) {
	var mu, cnt sync.Mutex
	var wg sync.WaitGroup
	for _, x := range xs {
		wg.Go(func() {
			cnt.Lock()
			defer cnt.Unlock()
			n++
			mu.Lock()
			odd += x & 1
			mu.Unlock()
		})
	}
	wg.Wait()
	return odd, n
}

// The reverse order is used once, in a constructor, before the object is shared
// or any goroutine exists.

type st struct {
	a, b sync.Mutex
	n    int
}

func newSt() *st {
	s := &st{}
	s.b.Lock()
	s.a.Lock() // s not shared yet
	s.n = 1
	s.a.Unlock()
	s.b.Unlock()
	return s
}

func (s *st) inc() { s.a.Lock(); defer s.a.Unlock(); s.b.Lock(); defer s.b.Unlock(); s.n++ }
