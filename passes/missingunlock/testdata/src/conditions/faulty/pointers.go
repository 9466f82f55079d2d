package faulty

import "sync"

// The pointer is not nil, and the early return forgets that.

type hub struct {
	byTopic []*sync.Mutex
	handled int
}

func (h *hub) dispatch(events []string) {
	var topic *sync.Mutex
	if h.handled > 3 {
		topic = h.byTopic[0]
		topic.Lock()
	}
	if len(events) == 0 {
		return // want `hub.byTopic\[\] is not unlocked on this path`
	}
	h.handled++
	if topic != nil {
		topic.Unlock()
	}
}
