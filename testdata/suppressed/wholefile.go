package suppressed

import "sync"

//lint:file-ignore lockorder this file is only used by a single goroutine

type red struct{ mu sync.Mutex }
type blue struct{ mu sync.Mutex }

func redFirst(r *red, b *blue) {
	r.mu.Lock()
	b.mu.Lock()
	b.mu.Unlock()
	r.mu.Unlock()
}

func blueFirst(r *red, b *blue) {
	b.mu.Lock()
	r.mu.Lock()
	r.mu.Unlock()
	b.mu.Unlock()
}
