package correct

import "sync"

// A pointer to a lock says by being nil that nothing was locked.

type hub struct {
	mu       sync.Mutex
	byTopic  []*sync.Mutex
	handled  int
	patience int
}

func (h *hub) dispatch(events []string) {
	for _, e := range events {
		var topic *sync.Mutex
		if h.byTopic != nil {
			topic = h.byTopic[len(e)]
			topic.Lock()
		}
		h.mu.Lock()
		h.handled++
		h.mu.Unlock()
		if topic != nil {
			topic.Unlock()
		}
	}
}
