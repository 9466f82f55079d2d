// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: helpers that return with the lock held, or give it
// back for a while.
package correct

import "sync"

type slot struct {
	mu    sync.Mutex
	cond  *sync.Cond
	ready bool
	owner string
}

func newSlot() *slot {
	s := &slot{}
	s.cond = sync.NewCond(&s.mu)
	return s
}

func (s *slot) waitReady() {
	s.mu.Lock()
	for !s.ready {
		s.cond.Wait()
	}
}

// The caller knows that it has the lock.

func (s *slot) claim(who string) {
	s.waitReady()
	s.owner = who
	s.mu.Unlock()
}

// Wait drops the lock and takes it again, which is no second acquisition.

func (s *slot) await() string {
	s.cond.L.Lock()
	defer s.cond.L.Unlock()
	for !s.ready {
		s.cond.Wait()
	}
	return s.owner
}

// The release is called before the next lock.

type vault struct {
	mu sync.Mutex
	m  map[string]string
}

func (v *vault) lock() func() {
	v.mu.Lock()
	return v.mu.Unlock
}

func (v *vault) get(k string) string {
	defer v.lock()()
	return v.m[k]
}

func (v *vault) copyTo(from, to string) {
	val := v.get(from)
	unlock := v.lock()
	v.m[to] = val
	unlock()
	print(v.get(to))
}

// The batch is committed before another one begins.

type engine struct {
	writer sync.Mutex
	data   map[string]string
}

type batch struct{ e *engine }

func (e *engine) begin() *batch {
	e.writer.Lock()
	return &batch{e}
}

func (b *batch) commit() { b.e.writer.Unlock() }

func (e *engine) put(k, v string) {
	b := e.begin()
	b.e.data[k] = v
	b.commit()
}

func (e *engine) rename(from, to string) {
	b := e.begin()
	val := e.data[from]
	delete(e.data, from)
	b.commit()
	e.put(to, val)
}

// Fail releases the lock of its caller; what follows may lock again.

func (e *engine) fail(k string) bool {
	delete(e.data, k)
	e.writer.Unlock()
	return false
}

func (e *engine) check(k string) bool {
	e.writer.Lock()
	if e.data[k] == "" {
		bad := e.fail(k)
		e.put(k, "checked")
		return bad
	}
	e.writer.Unlock()
	return true
}

// The deferred release stands for the lock that is taken again in the middle.

func (e *engine) reload(read func() map[string]string) {
	e.writer.Lock()
	defer e.writer.Unlock()
	clear(e.data)
	e.writer.Unlock()
	fresh := read()
	e.writer.Lock()
	e.data = fresh
}
