// Package faulty holds functions that release their caller's lock, and callers
// that do so again.
package faulty

import "sync"

// fail releases the lock, and then the caller does.

type job struct {
	mu    sync.Mutex
	state int
	err   error
}

// fail is called with j.mu held and releases it.
func (j *job) fail(err error) {
	j.err = err
	j.mu.Unlock()
}

func (j *job) step(check func() error) {
	j.mu.Lock()
	if err := check(); err != nil {
		j.fail(err)
	}
	j.state++
	j.mu.Unlock() // want `^job.mu is unlocked twice: it was unlocked at calls.go:24 and is not held$`
}

// fetch drops the caller's lock, and after an error does not take it again.

type replica struct {
	mu      sync.Mutex
	applied int
	pull    func(int) (int, error)
}

func (r *replica) fetch() error {
	from := r.applied
	r.mu.Unlock()
	n, err := r.pull(from)
	if err != nil {
		return err
	}
	r.mu.Lock()
	r.applied = from + n
	return nil
}

func (r *replica) catchUp() error {
	r.mu.Lock()
	if err := r.fetch(); err != nil {
		r.mu.Unlock() // want `^replica.mu is unlocked twice: it was unlocked at calls.go:52 and is not held$`
		return err
	}
	r.mu.Unlock()
	return nil
}
