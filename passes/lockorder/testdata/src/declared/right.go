package declared

import (
	"context"
	"sync"
	"time"

	"declared/locklib"
)

// A Log takes its locks in one order, or tries.
type Log struct {
	mu   sync.Mutex
	file locklib.File
}

func (l *Log) Append() error {
	if err := l.file.Lock(); err != nil {
		l.mu.Lock() // the file's lock is not held here
		l.mu.Unlock()
		return err
	}
	l.mu.Lock()
	l.mu.Unlock()
	return l.file.Unlock()
}

func (l *Log) Rotate(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	ok, err := l.file.TryFor(ctx, time.Second)
	if err != nil || !ok {
		return err
	}
	return l.file.Unlock()
}

func (l *Log) Sorted(keys locklib.Keys, a, b string) {
	if b < a {
		a, b = b, a
	}
	keys.Hold(a)
	defer keys.Drop(a)
	keys.Hold(b)
	defer keys.Drop(b)
}
