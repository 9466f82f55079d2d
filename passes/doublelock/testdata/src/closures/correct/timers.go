package correct

import (
	"sync"
	"time"
)

// A closure that is wrapped to run once, and handed out under the lock.

type seats struct {
	mu   sync.Mutex
	used int
}

func (s *seats) book() (release func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.used++
	return sync.OnceFunc(func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.used--
	})
}

// A timer that is made by way of a variable, which tests replace.

var timeAfterFunc = time.AfterFunc

type visit struct {
	mu    sync.Mutex
	timer *time.Timer
	pages []string
}

func (v *visit) open(page string, limit time.Duration) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.pages = append(v.pages, page)
	if v.timer != nil {
		v.timer.Stop()
	}
	v.timer = timeAfterFunc(limit, func() {
		v.mu.Lock()
		defer v.mu.Unlock()
		v.pages = nil
	})
}
