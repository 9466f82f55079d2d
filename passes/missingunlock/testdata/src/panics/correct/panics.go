// Package correct holds panics under a lock that do no harm.
package correct

import (
	"fmt"
	"log"
	"sync"
)

// A deferred unlock runs on a panic too.

type registry struct {
	mu    sync.Mutex
	codes map[int]string
}

func (r *registry) register(code int, name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, dup := r.codes[code]; dup {
		panic(fmt.Sprintf("code %d registered twice", code))
	}
	r.codes[code] = name
}

func (r *registry) dispatch(code int, name string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("dispatch: %v", p)
		}
	}()
	r.register(code, name)
	return nil
}

// The deferred function that recovers also unlocks.

type runner struct {
	mu   sync.Mutex
	runs int
}

func (r *runner) run(step func()) (err error) {
	r.mu.Lock()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("step: %v", p)
		}
		r.mu.Unlock()
	}()
	if r.runs < 0 {
		panic("negative count")
	}
	r.runs++
	step()
	return nil
}

// Nobody recovers: the program ends.

type heap struct {
	mu    sync.Mutex
	items []int
}

func (h *heap) pop() int {
	h.mu.Lock()
	if len(h.items) == 0 {
		panic("pop of an empty heap")
	}
	v := h.items[0]
	h.items = h.items[1:]
	h.mu.Unlock()
	return v
}

func (h *heap) check() {
	h.mu.Lock()
	for i, v := range h.items {
		if v < h.items[0] {
			log.Panicf("item %d out of order", i)
		}
	}
	h.mu.Unlock()
}

// The panic comes after the unlock.

func (h *heap) top() int {
	h.mu.Lock()
	n := len(h.items)
	h.mu.Unlock()
	if n == 0 {
		panic("top of an empty heap")
	}
	return n
}
