// Package correct heeds what an import's locks say.
package correct

import (
	"context"

	"imports/lockfile"
)

type state struct {
	lock  *lockfile.Lock
	table lockfile.Table
	n     int
}

func (s *state) begin() bool {
	if !s.table.TryBegin() {
		return false
	}
	defer s.table.End()
	s.n++
	return true
}

// Sample keeps no lock, and its count may be dropped.

func (s *state) sample() int {
	n, _ := s.table.Sample()
	s.table.Sample()
	return n
}

func (s *state) run(ctx context.Context, f func()) error {
	if err := s.lock.Acquire(ctx); err != nil {
		return err
	}
	defer s.lock.Release()
	f()
	return nil
}

func (s *state) always(f func()) {
	_ = s.lock.Acquire(context.Background())
	defer s.lock.Release()
	f()
}
