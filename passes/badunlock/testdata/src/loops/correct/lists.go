package correct

import "sync"

type bucket struct {
	mu   sync.RWMutex
	next *bucket
	keys map[string]int
}

// All are read-locked in one loop and released in another.
func count(buckets []*bucket) (n int) {
	for _, b := range buckets {
		b.mu.RLock()
	}
	for _, b := range buckets {
		n += len(b.keys)
	}
	for _, b := range buckets {
		b.mu.RUnlock()
	}
	return n
}

func countByIndex(buckets []bucket) (n int) {
	for i := range buckets {
		buckets[i].mu.RLock()
		n += len(buckets[i].keys)
	}
	for i := range buckets {
		buckets[i].mu.RUnlock()
	}
	return n
}

// Hand over hand down a list.

func lookup(b *bucket, key string) (int, bool) {
	b.mu.RLock()
	for b.next != nil {
		if n, ok := b.keys[key]; ok {
			b.mu.RUnlock()
			return n, true
		}
		next := b.next
		next.mu.RLock()
		b.mu.RUnlock()
		b = next
	}
	defer b.mu.RUnlock()
	n, ok := b.keys[key]
	return n, ok
}

func tail(b *bucket) *bucket {
	b.mu.Lock()
	for {
		next := b.next
		if next == nil {
			b.mu.Unlock()
			return b
		}
		next.mu.Lock()
		b.mu.Unlock()
		b = next
	}
}

func remove(head *bucket, key string) {
	prev := head
	prev.mu.Lock()
	cur := prev.next
	for cur != nil {
		cur.mu.Lock()
		if _, ok := cur.keys[key]; ok {
			prev.next = cur.next
			cur.mu.Unlock()
			break
		}
		prev.mu.Unlock()
		prev, cur = cur, cur.next
	}
	prev.mu.Unlock()
}

// What the loop leaves locked is unlocked after it.

func beatsOf(members []*member, beats int) int {
	var found *member
	for _, m := range members {
		m.mu.Lock()
		if m.beats == beats {
			found = m
			break
		}
		m.mu.Unlock()
	}
	if found == nil {
		return 0
	}
	defer found.mu.Unlock()
	return found.beats
}

func markDead(members []*member, beats int) bool {
	var found *member
	for _, m := range members {
		m.mu.Lock()
		if m.beats == beats {
			found = m
			break
		}
		m.mu.Unlock()
	}
	if found == nil {
		return false
	}
	found.dead = true
	found.mu.Unlock()
	return true
}
