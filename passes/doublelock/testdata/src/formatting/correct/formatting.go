// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: what fmt, log and encoding/json call under a lock.
package correct

import (
	"encoding/json"
	"fmt"
	"log"
	"sync"
)

// The fields are shown, not the session.

type session struct {
	mu    sync.Mutex
	id    int
	state string
	peer  *session
}

func (s *session) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Sprintf("%d:%s", s.id, s.state)
}

func (s *session) dial(connect func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := connect(); err != nil {
		return fmt.Errorf("session %d: %w", s.id, err)
	}
	return nil
}

// These verbs do not call String.

func (s *session) debug() {
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Printf("%p is a %T", s, s)
}

// The session is shown after the release.

func (s *session) close() {
	s.mu.Lock()
	s.state = "closed"
	s.mu.Unlock()
	log.Println("closed", s)
}

// Another session's String takes another lock.

func (s *session) link(peer *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	log.Printf("%d linked to %v", s.id, peer)
}

// The method shown does not lock.

type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) String() string { return fmt.Sprint(c.n) }

func (c *counter) add() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	log.Print(c)
}

// A part of the profile is shown, which has no methods.

type info struct{ name, tag string }

type profile struct {
	mu   sync.RWMutex
	info info
}

func (p *profile) MarshalJSON() ([]byte, error) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return json.Marshal(p.info)
}

func (p *profile) rename(name string) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.info.name = name
	return json.Marshal(p.info)
}

// MarshalJSON sees a type without the methods of the original.

type document struct {
	mu    sync.Mutex
	Title string
}

func (d *document) MarshalJSON() ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	type plain struct{ Title string }
	return json.Marshal(&plain{d.Title})
}
