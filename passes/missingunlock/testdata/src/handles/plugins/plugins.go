// Package plugins hands out a handle that unlocks.
package plugins

import "sync"

type Adaptation struct{ syncLock sync.RWMutex }

type Block struct{ r *Adaptation }

func (r *Adaptation) Sync(f func()) {
	r.syncLock.Lock()
	defer r.syncLock.Unlock()
	f()
}

func (r *Adaptation) BlockSync() *Block {
	r.syncLock.RLock()
	return &Block{r: r}
}

func (b *Block) Unblock() {
	if b != nil && b.r != nil {
		b.r.syncLock.RUnlock()
		b.r = nil
	}
}
