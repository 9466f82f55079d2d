// Package declared uses locks that -lockorder.locks declares.
package declared

import (
	"context"
	"sync"

	"declared/locklib"
)

type Store struct {
	mu    sync.Mutex
	file  *locklib.File
	keys  locklib.Keys
	lease locklib.Lease
}

func (s *Store) Save() error {
	if err := s.file.Lock(); err != nil {
		return err
	}
	defer s.file.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	return nil
}

func (s *Store) Load() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.file.RLock(); err != nil { // want `lock order inversion, a deadlock: Store.file -> Store.mu -> Store.file: Store.file read-locked at declared.go:31 while Store.mu is held`
		return err
	}
	defer s.file.Unlock()
	return nil
}

func (s *Store) Drop(key string) {
	s.keys.Hold(key)
	defer s.keys.Drop(key)
	s.mu.Lock()
	defer s.mu.Unlock()
}

func (s *Store) DropAll(list []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, key := range list {
		s.keys.Hold(key) // want `lock order inversion, a deadlock: Store.keys\[\] -> Store.mu -> Store.keys\[\]:`
		s.keys.Drop(key)
	}
}

func (s *Store) Renew(ctx context.Context) error {
	if err := locklib.Obtain(ctx, &s.lease); err != nil {
		return err
	}
	defer locklib.Return(&s.lease)
	locklib.HoldName("renew")
	locklib.DropName("renew")
	return nil
}

func (s *Store) Expire(ctx context.Context) {
	locklib.HoldName("renew")
	defer locklib.DropName("renew")
	if locklib.Obtain(ctx, &s.lease) == nil { // want `lock order inversion, a deadlock: Store.lease -> locklib.locks\[\] -> Store.lease:`
		locklib.Return(&s.lease)
	}
}
