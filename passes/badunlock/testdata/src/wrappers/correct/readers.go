package correct

import "sync"

// A reader's and writer's lock behind an interface, which can be a plain mutex.

type RWMutex interface {
	sync.Locker
	RLock()
	RUnlock()
}

type single struct{ sync.Mutex }

func (s *single) RLock()   { s.Lock() }
func (s *single) RUnlock() { s.Unlock() }

type timed struct {
	sync.RWMutex
	locks int
}

func (t *timed) Lock() {
	t.RWMutex.Lock()
	t.locks++
}

func (t *timed) Unlock() {
	t.locks--
	t.RWMutex.Unlock()
}

func newRWMutex(shared bool) RWMutex {
	if shared {
		return &timed{}
	}
	return &single{}
}

type devices struct {
	mut RWMutex
	ids map[string]int
}

func newDevices(shared bool) *devices {
	return &devices{mut: newRWMutex(shared), ids: map[string]int{}}
}

func (d *devices) get(name string) (int, bool) {
	d.mut.RLock()
	id, ok := d.ids[name]
	if !ok {
		d.mut.RUnlock()
		return 0, false
	}
	d.mut.RUnlock()
	return id, true
}

func (d *devices) ensure(name string, id int) {
	d.mut.RLock()
	_, ok := d.ids[name]
	d.mut.RUnlock()
	if ok {
		return
	}
	d.mut.Lock()
	defer d.mut.Unlock()
	d.ids[name] = id
}
