// Package faulty holds faults that must be found: methods that fmt, log and
// encoding/json call under the lock that they take.
package faulty

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"sync"
)

// String locks the session, and an error shows the session.

type session struct {
	mu    sync.Mutex
	id    int
	state string
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
		return fmt.Errorf("%v: %w", s, err) // want `session.mu is locked by a goroutine that holds it, a deadlock: locked at formatting.go:22 \(called from formatting.go:31\) while it is held since formatting.go:28`
	}
	s.state = "up"
	return nil
}

func (s *session) debug() {
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Println("session", s) // want `session.mu is locked by a goroutine that holds it, a deadlock: locked at formatting.go:22 \(called from formatting.go:40\) while it is held since formatting.go:38`
}

func (s *session) warn() {
	s.mu.Lock()
	defer s.mu.Unlock()
	log.Printf("slow: %s", s) // want `session.mu is locked by a goroutine that holds it, a deadlock: locked at formatting.go:22 \(called from formatting.go:46, log/log.go:408, log/log.go:237, log/log.go:409\) while it is held since formatting.go:44`
}

// The message of an error is made under the lock of the error.

type failures struct {
	mu   sync.Mutex
	list []string
	last string
}

func (f *failures) Error() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return fmt.Sprint(f.list)
}

func (f *failures) add(msg string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.list = append(f.list, msg)
	f.last = fmt.Sprintf("%d: %v", len(f.list), f) // want `failures.mu is locked by a goroutine that holds it, a deadlock: locked at formatting.go:58 \(called from formatting.go:67\) while it is held since formatting.go:64`
}

// An own logging function passes its arguments on.

func logf(format string, args ...any) string { return fmt.Sprintf(format, args...) }

func (s *session) note() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return logf("state of %v", s) // want `session.mu is locked by a goroutine that holds it, a deadlock: locked at formatting.go:22 \(called from formatting.go:77, formatting.go:72\) while it is held since formatting.go:75`
}

// Marshal calls MarshalJSON.

type profile struct {
	mu   sync.RWMutex
	name string
	tags []string
}

func (p *profile) MarshalJSON() ([]byte, error) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return json.Marshal(struct {
		Name string
		Tags []string
	}{p.name, p.tags})
}

func (p *profile) rename(name string) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if name == "" {
		return nil, errors.New("no name")
	}
	p.name = name
	return json.Marshal(p) // want `profile.mu is read-locked by a goroutine that holds it, a deadlock: read-locked at formatting.go:89 \(called from formatting.go:104\) while it is held since formatting.go:98`
}
