// Package faulty holds faults that must be found: functions that lock, unlock,
// or drop and retake for their callers.
package faulty

import (
	"sync"
	"time"
)

// Both locks are taken through helpers that return the unlock function,
// deferred at once.

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
	defer v.lockSecrets()()
	delete(v.secrets, name)
	defer v.lockKeys()() // want `lock order inversion, a deadlock: vault.kmu -> vault.smu -> vault.kmu:`
	delete(v.keys, name)
}

// A helper two calls down drops the engine lock for slow work and takes it
// again, while the segment lock, taken under the engine's, stays held.

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
	s.mu.Lock()
	defer s.mu.Unlock()
	e.rewriteLocked(s)
	s.len = 0
}

// rewriteLocked is called with e.mu held.
func (e *engine) rewriteLocked(s *segment) {
	if s.len > 0 {
		e.slowLocked()
	}
}

// slowLocked is called with e.mu held; it releases it for the time of the work.
func (e *engine) slowLocked() {
	e.mu.Unlock()
	e.io()
	e.mu.Lock() // want `lock order inversion, a deadlock: engine.mu -> segment.mu -> engine.mu:`
}

// Finish releases the lock its caller took, but only after it locked the
// totals; the report locks them the other way.

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

// finish is called with j.mu held and releases it.
func (j *job) finish() {
	j.tot.mu.Lock()
	j.tot.n += j.bytes
	j.tot.mu.Unlock()
	j.mu.Unlock()
}

func (t *totals) report() (open int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, j := range t.jobs {
		j.mu.Lock() // want `lock order inversion, a deadlock: job.mu -> totals.mu -> job.mu:`
		if !j.done {
			open++
		}
		j.mu.Unlock()
	}
	return open
}

// A helper called with both the pool lock and a device lock held drops the pool
// lock to sleep and takes it again, still holding the device lock.

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
	defer p.mu.Unlock()
	d := p.devs[id]
	d.mu.Lock()
	defer d.mu.Unlock()
	p.waitIdle(d)
	delete(p.devs, id)
}

// waitIdle is called with p.mu and d.mu held.
func (p *pool) waitIdle(d *dev) {
	for i := 0; i < 10 && d.busy > 0; i++ {
		p.mu.Unlock()
		time.Sleep(time.Millisecond)
		p.mu.Lock() // want `lock order inversion, a deadlock: dev.mu -> pool.mu -> dev.mu:`
	}
}

// Creating a container write-locks the layer store and then calls a helper that
// re-enters the top store lock; everything else nests them the other way.

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
	if err := s.layers.startWriting(); err != nil {
		return err
	}
	defer s.layers.stopWriting()
	_, err := s.maxSize() // want `lock order inversion, a deadlock: store.graph.m -> store.layers.m -> store.graph.m:`
	return err
}
