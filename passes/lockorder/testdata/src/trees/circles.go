package trees

import "sync"

// These look like trees, and lead back to where they began.

// A bus calls whoever listens with its lock held, and whoever listens calls the
// bus.

type Listener interface{ Changed(key string) }

type Bus struct {
	mu        sync.Mutex
	listeners []Listener
}

func (b *Bus) Listen(l Listener) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.listeners = append(b.listeners, l)
}

func (b *Bus) Publish(key string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, l := range b.listeners {
		l.Changed(key)
	}
}

type Cache struct {
	mu   sync.Mutex
	bus  *Bus
	data map[string]int
}

func (c *Cache) Open() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bus.Listen(c) // want `lock order inversion, a deadlock: Bus.mu -> Cache.mu -> Bus.mu:`
}

func (c *Cache) Changed(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.data, key)
}

// A part leads back to its whole.

type Engine struct {
	mu   sync.Mutex
	pump *Pump
}

type Pump struct {
	mu     sync.Mutex
	engine *Engine
	level  int
}

func (e *Engine) Stop() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.pump.drain()
}

func (p *Pump) drain() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.level = 0
}

func (p *Pump) Fail() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.engine.note() // want `lock order inversion, a deadlock: Engine.mu -> Pump.mu -> Engine.mu:`
}

func (e *Engine) note() {
	e.mu.Lock()
	defer e.mu.Unlock()
}
