// Package faulty holds panics that are recovered, with a lock that stays held.
package faulty

import (
	"fmt"
	"sync"
)

// The dispatcher goes on after a panic of what it calls.

type registry struct {
	mu    sync.Mutex
	codes map[int]string
}

func (r *registry) register(code int, name string) {
	r.mu.Lock()
	if _, dup := r.codes[code]; dup {
		panic(fmt.Sprintf("code %d registered twice", code)) // want `^registry.mu is held at this panic, which a caller recovers: locked at panics.go:17$`
	}
	r.codes[code] = name
	r.mu.Unlock()
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

// The function recovers its own panic.

type parser struct {
	mu  sync.Mutex
	pos int
}

func (p *parser) parse(s string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("parse: %v", r)
		}
	}()
	p.mu.Lock()
	if s == "" {
		panic("empty input") // want `^parser.mu is held at this panic, which a caller recovers: locked at panics.go:48$`
	}
	p.pos += len(s)
	p.mu.Unlock()
	return nil
}
