package faulty

import (
	"errors"
	"sync"
)

// Small setters that leave early.

type profile struct {
	mu    sync.Mutex
	name  string
	dirty bool
}

func (p *profile) setName(name string) {
	p.mu.Lock()
	if p.name == name {
		return // want `^profile.mu is not unlocked on this path: locked at setters.go:17$`
	}
	p.name = name
	p.dirty = true
	p.mu.Unlock()
}

func (p *profile) clear(force bool) error {
	p.mu.Lock()
	if p.dirty && !force {
		return errors.New("dirty") // want `^profile.mu is not unlocked on this path: locked at setters.go:27$`
	}
	p.name, p.dirty = "", false
	p.mu.Unlock()
	return nil
}
