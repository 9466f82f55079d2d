package correct

import "sync"

// A pointer to a lock says by being nil that nothing was locked.

type hub struct {
	mu      sync.Mutex
	byTopic []*sync.Mutex
	handled int
}

func (h *hub) dispatch(events []string) {
	for range events {
		var topic *sync.Mutex
		if h.handled > 3 {
			topic = h.byTopic[0]
			topic.Lock()
		}
		h.handled++
		if topic != nil {
			topic.Unlock()
		}
	}
}
