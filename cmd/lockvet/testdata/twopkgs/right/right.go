package right

import "sync"

var mu sync.Mutex

func Lock() {
	mu.Lock()
	mu.Unlock()
}
