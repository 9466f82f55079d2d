package faulty

import (
	"fmt"
	"sync"
)

// The steps of a table run under the lock, and one of them comes to it again,
// three calls down.

type registry struct {
	mu      sync.Mutex
	version int
	owners  map[string]string
}

type migration struct {
	name string
	run  func() error
}

func (r *registry) migrate() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	steps := []migration{
		{"clear version", r.clearVersion},
		{"fill owners", r.fillOwners},
	}
	for _, s := range steps {
		if err := s.run(); err != nil { // want `registry.mu is locked by a goroutine that holds it, a deadlock: locked at migrations.go:57 \(called from migrations.go:30, migrations.go:44, migrations.go:49\) while it is held since migrations.go:23`
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	r.version++
	return nil
}

func (r *registry) clearVersion() error {
	r.version = 0
	return nil
}

func (r *registry) fillOwners() error {
	return r.assign("nobody")
}

func (r *registry) assign(owner string) error {
	for _, name := range []string{"a", "b"} {
		if r.Owner(name) == "" {
			r.owners[name] = owner
		}
	}
	return nil
}

func (r *registry) Owner(name string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.owners[name]
}
