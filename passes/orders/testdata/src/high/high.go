package high

import (
	"sync"

	"low"
)

type T struct{ mu sync.Mutex }

type U struct{ mu sync.Mutex }

func BA() {
	low.B.Lock()
	defer low.B.Unlock()
	low.A.Lock()
	defer low.A.Unlock()
}

func (t *T) Lock() {
	t.mu.Lock()
	defer t.mu.Unlock()
}

func (u *U) Get() {
	u.mu.Lock()
	defer u.mu.Unlock()
}
