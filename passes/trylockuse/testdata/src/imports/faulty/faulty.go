// Package faulty uses an import's locks as if they never failed.
package faulty

import (
	"context"
	"log"

	"imports/lockfile"
)

type state struct {
	lock  *lockfile.Lock
	table lockfile.Table
	n     int
}

func (s *state) begin() {
	s.table.TryBegin() // want `the result is ignored that says whether lockfile.Table.Mu is locked`
	s.n++
	s.table.End()
}

func (s *state) end() {
	if !s.table.TryBegin() { // want `lockfile.Table.Mu is unlocked at faulty.go:\d+ even if this attempt to lock it has failed`
		log.Print("table busy")
	}
	s.n--
	s.table.End()
}

func (s *state) sample() int {
	s.table.Mu.Lock()
	defer s.table.Mu.Unlock()
	n, _ := s.table.Sample() // want `lockfile.Table.Mu is tried by a goroutine that holds it, which always fails: tried at imports/lockfile/lockfile.go:\d+ \(called from faulty.go:\d+\) while it is held since faulty.go:\d+`
	return n
}

func (s *state) run(ctx context.Context, f func()) {
	s.lock.Acquire(ctx) // want `the result is ignored that says whether lockfile.Lock.ch is locked`
	defer s.lock.Release()
	f()
}
