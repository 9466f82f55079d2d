package core

import (
	"fmt"
	"math/rand"
	"testing"
)

// A program is what some goroutines do with some locks. It is executed by one
// goroutine, which plays them all: what would block is not done.
type program struct {
	rand  *rand.Rand
	locks []*testLock
	names []string // of the classes; nil for locks without
	gs    []*testGoroutine

	seen    []observation
	writers []observation
	reports []*Report
}

// testLock is a lock and who holds it.
type testLock struct {
	lock    Lock
	index   int
	rw      bool
	owner   *testGoroutine
	readers int
}

type testGoroutine struct {
	*Goroutine
	holds []holding
}

type holding struct {
	lock *testLock
	mode Mode
}

// observation is that a goroutine wanted a lock while it held others.
type observation struct {
	held []holding
	want holding
	kind Kind
}

func newProgram(seed int64, named bool) *program {
	reset()
	p := &program{rand: rand.New(rand.NewSource(seed))}
	Deliver = func(r *Report) { p.reports = append(p.reports, r) }
	for i := range 3 + p.rand.Intn(4) {
		l := &testLock{index: i, rw: p.rand.Intn(3) == 0}
		name := fmt.Sprintf("lock%d", i)
		if named {
			name = fmt.Sprintf("class%d", p.rand.Intn(4))
		}
		l.lock.Name(name)
		p.locks = append(p.locks, l)
		p.names = append(p.names, name)
	}
	for range 1 + p.rand.Intn(3) {
		p.gs = append(p.gs, &testGoroutine{Goroutine: NewGoroutine()})
	}
	return p
}

// run executes that many steps.
func (p *program) run(n int) {
	for range n {
		g := p.gs[p.rand.Intn(len(p.gs))]
		if p.rand.Intn(5) < 2 && len(g.holds) > 0 {
			p.release(g, p.rand.Intn(len(g.holds)))
			continue
		}
		p.acquire(g, p.locks[p.rand.Intn(len(p.locks))])
	}
}

func (p *program) release(g *testGoroutine, i int) {
	h := g.holds[i]
	g.Release(&h.lock.lock, h.mode, 1)
	g.holds = append(g.holds[:i:i], g.holds[i+1:]...)
	if h.mode == Exclusive {
		h.lock.owner = nil
	} else {
		h.lock.readers--
	}
}

func (p *program) acquire(g *testGoroutine, l *testLock) {
	mode := Exclusive
	if l.rw && p.rand.Intn(2) == 0 {
		mode = Shared
	}
	for _, h := range g.holds {
		if h.lock == l {
			return // single locks have tests of their own
		}
	}
	if l.owner != nil || mode == Exclusive && l.readers > 0 {
		return
	}
	pc := uintptr(100 + l.index)
	o := observation{append([]holding(nil), g.holds...), holding{l, mode}, Wait}
	switch p.rand.Intn(6) {
	case 0:
		g.Tried(&l.lock, pc, mode)
		o.kind = kinds
	case 1:
		if mode == Exclusive {
			o.kind = Spin
			g.WantSpin(&l.lock, pc).Got()
			break
		}
		fallthrough
	default:
		g.Want(&l.lock, pc, mode, l.rw, 0).Got()
	}
	if o.kind != kinds {
		p.seen = append(p.seen, o)
		if o.kind == Wait && mode == Exclusive && l.rw {
			p.writers = append(p.writers, o)
		}
	}
	g.holds = append(g.holds, o.want)
	if mode == Exclusive {
		l.owner = g
	} else {
		l.readers++
	}
}

// fuzz runs check on programs of many seeds.
func fuzz(f *testing.F, named bool, check func(t *testing.T, p *program)) {
	for seed := range 300 {
		f.Add(int64(seed), uint16(60))
	}
	f.Fuzz(func(t *testing.T, seed int64, n uint16) {
		p := newProgram(seed, named)
		p.run(int(n % 500))
		check(t, p)
	})
}
