// Package correct holds code with several unlocks, of which one runs.
package correct

import (
	"errors"
	"sync"
)

var errRejected = errors.New("rejected")

type tenant struct {
	mu     sync.Mutex
	series int
	limit  int
}

// The branch returns.
func (t *tenant) ingest(n int, warn func(int)) {
	t.mu.Lock()
	if t.series+n > t.limit {
		t.mu.Unlock()
		warn(n)
		return
	}
	t.series += n
	t.mu.Unlock()
}

// The branch takes the lock again.
func (t *tenant) grow(n int, ask func() int) {
	t.mu.Lock()
	if t.series+n > t.limit {
		t.mu.Unlock()
		limit := ask()
		t.mu.Lock()
		t.limit = limit
	}
	t.series += n
	t.mu.Unlock()
}

type blobs struct {
	mu   sync.Mutex
	refs map[string]int
}

// The label stands behind the unlock.
func (b *blobs) commit(digest string, verify func(string) error) (err error) {
	b.mu.Lock()
	if err = verify(digest); err != nil {
		b.mu.Unlock()
		goto done
	}
	b.refs[digest]++
	b.mu.Unlock()
done:
	return err
}

type stream struct {
	mu    sync.Mutex
	state int
}

// Each arm unlocks, and none falls through.
func (s *stream) advance(notify chan<- int) {
	s.mu.Lock()
	switch s.state {
	case 0:
		s.state = 1
		s.mu.Unlock()
	case 1:
		s.mu.Unlock()
		notify <- 1
	default:
		s.mu.Unlock()
	}
}

// Two objects.
func swap(a, b *stream) {
	a.mu.Lock()
	b.mu.Lock()
	a.state, b.state = b.state, a.state
	a.mu.Unlock()
	b.mu.Unlock()
}

// Two readers of one lock: it was locked twice.
type table struct {
	mu   sync.RWMutex
	rows map[int]string
}

func (t *table) pair(a, b int) (string, string) {
	t.mu.RLock()
	x := t.rows[a]
	t.mu.RLock()
	y := t.rows[b]
	t.mu.RUnlock()
	t.mu.RUnlock()
	return x, y
}

// A list is walked hand over hand.
type node struct {
	mu   sync.Mutex
	key  int
	next *node
}

func insert(head *node, key int) {
	cur := head
	cur.mu.Lock()
	for next := cur.next; next != nil; next = cur.next {
		next.mu.Lock()
		if next.key > key {
			next.mu.Unlock()
			break
		}
		cur.mu.Unlock()
		cur = next
	}
	cur.next = &node{key: key, next: cur.next}
	cur.mu.Unlock()
}

// Each turn of the loop locks and unlocks another object, or the same again.
func advanceAll(streams []*stream) {
	for _, s := range streams {
		s.mu.Lock()
		s.state++
		s.mu.Unlock()
	}
	for _, s := range streams {
		s.mu.Lock()
		s.mu.Unlock()
	}
}

// The process ends in between.
func (t *tenant) check() error {
	t.mu.Lock()
	if t.series < 0 {
		t.mu.Unlock()
		panic("negative count")
	}
	t.mu.Unlock()
	return errRejected
}
