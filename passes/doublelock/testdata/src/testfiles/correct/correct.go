// Package correct holds a type whose test has the fault put right.
package correct

import "sync"

type spool struct {
	mu   sync.Mutex
	jobs []string
}

func open() *spool { return &spool{} }

func (s *spool) add(job string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.jobs = append(s.jobs, job)
}

func (s *spool) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.jobs = nil
}
