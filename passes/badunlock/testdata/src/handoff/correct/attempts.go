package correct

import (
	"context"
	"sync"
)

// What the goroutine tells by the channel is whether it has the lock.

type patient struct{ ch sync.Mutex }

func (p *patient) lockContext(ctx context.Context) error {
	for !p.ch.TryLock() {
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

func awaitContext(ctx context.Context) error {
	var p patient
	for range 100 {
		p.ch.Lock()
		result := make(chan error)
		go func() { result <- p.lockContext(ctx) }()
		p.ch.Unlock()
		if err := <-result; err != nil {
			return err
		}
		p.ch.Unlock()
	}
	return nil
}

func awaitAttempt(f func()) {
	var mu sync.Mutex
	got := make(chan bool)
	mu.Lock()
	go func() { got <- mu.TryLock() }()
	f()
	mu.Unlock()
	if <-got {
		mu.Unlock()
	}
}

// The goroutine's function has a name.

func fetch(mu *sync.Mutex, done chan<- struct{}) {
	mu.Lock()
	done <- struct{}{}
}

func awaitNamed(f func()) {
	var mu sync.Mutex
	done := make(chan struct{})
	mu.Lock()
	go fetch(&mu, done)
	f()
	mu.Unlock()
	<-done
	mu.Unlock()
}

// Only some paths lock here; on the others the goroutine does.
func awaitEither(here bool) {
	var mu sync.Mutex
	if here {
		mu.Lock()
	} else {
		done := make(chan struct{})
		go fetch(&mu, done)
		<-done
	}
	mu.Unlock()
}
