// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: functions that lock, unlock, or drop and retake
// for their callers.
package correct

import (
	"sync"
	"time"
)

// Purge takes the keys first too.

type vault struct {
	kmu, smu sync.Mutex
	keys     map[string]string
	secrets  map[string]string
}

func (v *vault) lockKeys() func()    { v.kmu.Lock(); return v.kmu.Unlock }
func (v *vault) lockSecrets() func() { v.smu.Lock(); return func() { v.smu.Unlock() } }

func (v *vault) rotate(name, key string) {
	defer v.lockKeys()()
	v.keys[name] = key
	defer v.lockSecrets()()
	v.secrets[name] = key + v.secrets[name]
}

func (v *vault) purge(name string) {
	defer v.lockKeys()()
	delete(v.keys, name)
	defer v.lockSecrets()()
	delete(v.secrets, name)
}

// The rewrite runs before the segment is locked.

type engine struct {
	mu   sync.Mutex
	segs []*segment
	io   func()
}

type segment struct {
	mu  sync.Mutex
	len int
}

func (e *engine) merge(i int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.segs[i]
	e.rewriteLocked(s)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.len = 0
}

func (e *engine) rewriteLocked(s *segment) {
	if len(e.segs) > 0 {
		e.slowLocked()
	}
}

// slowLocked is called with e.mu held; it releases it for the time of the work.
func (e *engine) slowLocked() {
	e.mu.Unlock()
	e.io()
	e.mu.Lock()
}

// Finish lets the job go first.

type job struct {
	mu    sync.Mutex
	done  bool
	bytes int
	tot   *totals
}

type totals struct {
	mu   sync.Mutex
	jobs []*job
	n    int
}

func (j *job) run() {
	j.mu.Lock()
	if j.done {
		j.mu.Unlock()
		return
	}
	j.done = true
	j.finish()
}

func (j *job) finish() {
	n := j.bytes
	j.mu.Unlock()
	j.tot.mu.Lock()
	j.tot.n += n
	j.tot.mu.Unlock()
}

func (t *totals) report() (open int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, j := range t.jobs {
		j.mu.Lock()
		if !j.done {
			open++
		}
		j.mu.Unlock()
	}
	return open
}

// Order device lock before pool lock, and take the pool lock only for the map
// operation.

type pool struct {
	mu   sync.Mutex
	devs map[string]*dev
}

type dev struct {
	mu   sync.Mutex
	busy int
}

func (p *pool) remove(id string) {
	p.mu.Lock()
	d := p.devs[id]
	p.mu.Unlock()
	d.mu.Lock()
	defer d.mu.Unlock()
	p.waitIdle(d)
	p.mu.Lock()
	delete(p.devs, id)
	p.mu.Unlock()
}

// waitIdle is called with p.mu and d.mu held.
func (p *pool) waitIdle(d *dev) {
	for i := 0; i < 10 && d.busy > 0; i++ {
		time.Sleep(time.Millisecond)
	}
}

// Compute the size before taking the layer lock.

type rwfile struct{ m sync.RWMutex }

func (f *rwfile) startWriting() error { f.m.Lock(); return nil }
func (f *rwfile) stopWriting()        { f.m.Unlock() }

type store struct {
	graph, layers rwfile
	n             int
}

func (s *store) reload() error {
	if err := s.graph.startWriting(); err != nil {
		return err
	}
	defer s.graph.stopWriting()
	if err := s.layers.startWriting(); err != nil {
		return err
	}
	defer s.layers.stopWriting()
	s.n = 0
	return nil
}

func (s *store) maxSize() (int, error) {
	if err := s.graph.startWriting(); err != nil {
		return 0, err
	}
	defer s.graph.stopWriting()
	return s.n, nil
}

func (s *store) create() error {
	if _, err := s.maxSize(); err != nil {
		return err
	}
	if err := s.layers.startWriting(); err != nil {
		return err
	}
	defer s.layers.stopWriting()
	return nil
}

// A helper called with the cache locked releases that lock before it takes the
// store, and takes it again at the end.

type cache struct {
	mu sync.Mutex
	m  map[string]int
	st *firstStore
}

type firstStore struct {
	mu sync.Mutex
	m  map[string]int
	c  *cache
}

func (c *cache) get(k string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.m[k]; !ok {
		c.fillLocked(k)
	}
	return c.m[k]
}

// fillLocked is called with c.mu held; it releases it while it reads the store.
func (c *cache) fillLocked(k string) {
	c.mu.Unlock()
	c.st.mu.Lock()
	v := c.st.m[k]
	c.st.mu.Unlock()
	c.mu.Lock()
	c.m[k] = v
}

func (s *firstStore) set(k string, v int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.m[k] = v
	s.c.mu.Lock()
	delete(s.c.m, k)
	s.c.mu.Unlock()
}
