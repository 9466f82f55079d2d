package correct

import "sync"

// The room that the loop leaves locked is unlocked after it.

type room struct {
	mu    sync.Mutex
	name  string
	seats []int
}

func seats(rooms []*room, name string) int {
	var found *room
	for _, r := range rooms {
		r.mu.Lock()
		if r.name == name {
			found = r
			break
		}
		r.mu.Unlock()
	}
	if found == nil {
		return 0
	}
	defer found.mu.Unlock()
	return len(found.seats)
}

func clear(rooms []*room, name string) int {
	var found *room
	for _, r := range rooms {
		r.mu.Lock()
		if r.name == name {
			found = r
			break
		}
		r.mu.Unlock()
	}
	if found == nil {
		return 0
	}
	n := len(found.seats)
	found.seats = nil
	found.mu.Unlock()
	return n
}
