package correct

import (
	"errors"
	"sync"
)

// The deferred look at the result comes before the first branch on it.

type gauge struct {
	mu   sync.Mutex
	vals map[string]int
}

func (g *gauge) inc(k string) {
	ok := g.mu.TryLock()
	defer func() {
		if ok {
			g.mu.Unlock()
		}
	}()
	if !ok {
		return
	}
	g.vals[k]++
}

// A helper that panics is given the result.

func must(ok bool) {
	if !ok {
		panic("busy")
	}
}

func mustBe(ok bool, what string) {
	if ok {
		return
	}
	panic(what)
}

func (g *gauge) dec(k string) {
	must(g.mu.TryLock())
	g.vals[k]--
	g.mu.Unlock()
}

func (g *gauge) reset() {
	mustBe(g.mu.TryLock(), "gauge is busy")
	defer g.mu.Unlock()
	clear(g.vals)
}

// A number, a pointer or an error tells that the attempt has succeeded.

func (g *gauge) byNumber(k string) {
	held := 0
	if g.mu.TryLock() {
		held = 1
	}
	if held == 1 {
		g.vals[k]++
		g.mu.Unlock()
	}
}

func (g *gauge) byPointer(k string) {
	var mu *sync.Mutex
	if g.mu.TryLock() {
		mu = &g.mu
		g.vals[k]++
	}
	if mu != nil {
		mu.Unlock()
	}
}

func (g *gauge) byError(k string) error {
	var err error
	if !g.mu.TryLock() {
		err = errors.New("busy")
	}
	if err != nil {
		return err
	}
	g.vals[k]++
	g.mu.Unlock()
	return nil
}
