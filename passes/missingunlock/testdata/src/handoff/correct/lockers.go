package correct

import "sync"

// The lock is given to what stands behind the interface, which unlocks it as soon
// as the entry is there.

type Store interface {
	Get(string) (int, bool)
	New(key string, l sync.Locker) (int, error)
}

type lru struct{ m map[string]int }

func NewStore() Store { return &lru{map[string]int{}} }

func (s *lru) Get(k string) (int, bool) { n, ok := s.m[k]; return n, ok }

func (s *lru) New(k string, l sync.Locker) (int, error) {
	s.m[k] = len(k)
	l.Unlock()
	return len(k), nil
}

type DB struct {
	Mux   *sync.RWMutex
	Stmts Store
}

func Open() *DB { return &DB{&sync.RWMutex{}, NewStore()} }

func (db *DB) prepare(k string) (int, error) {
	db.Mux.Lock()
	if db.Stmts != nil {
		if n, ok := db.Stmts.Get(k); ok {
			db.Mux.Unlock()
			return n, nil
		}
	}
	return db.Stmts.New(k, db.Mux)
}
