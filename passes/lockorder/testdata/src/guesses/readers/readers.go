// Package readers passes a value of a known type through an interface: the
// other implementation, which takes the locks the other way round, never gets
// there.
package readers

import "sync"

type Reader interface{ Header(n int) int }

type Engine interface{ Prepare(r Reader, n int) int }

type engine struct{}

func (engine) Prepare(r Reader, n int) int { return r.Header(n - 1) }

type chain struct{}

func (*chain) Header(n int) int { return n }

type miner struct {
	conf    sync.RWMutex
	pending sync.Mutex
	chain   *chain
	engine  Engine
	tip     int
}

func (m *miner) setTip(n int) {
	m.conf.Lock()
	m.tip = n
	m.conf.Unlock()
}

func (m *miner) peek() int {
	m.pending.Lock()
	defer m.pending.Unlock()
	return m.prepare()
}

func (m *miner) prepare() int {
	m.conf.RLock()
	defer m.conf.RUnlock()
	return m.engine.Prepare(m.chain, m.tip)
}

// view is another Reader. The miner's engine never sees one.
type view struct{ m *miner }

func (v *view) Header(n int) int {
	if n < 0 {
		return v.m.peek()
	}
	return n
}

func check(m *miner) int { return engine{}.Prepare(&view{m}, 1) }

func newMiner() *miner { return &miner{chain: new(chain), engine: engine{}} }
