// Package faulty holds releases that are values and are called twice.
package faulty

import (
	"errors"
	"sync"
)

var errKey = errors.New("no such key")

// The release is deferred, and called after an error.

type keyring struct {
	mu   sync.Mutex
	keys map[string][]byte
}

func (k *keyring) acquire() func() {
	k.mu.Lock()
	return k.mu.Unlock
}

func (k *keyring) rotate(name string, gen func() ([]byte, error)) error {
	release := k.acquire()
	defer release()
	b, err := gen()
	if err != nil {
		release() // want `^keyring.mu is unlocked twice: here and again by the deferred call at closures.go:25$`
		return err
	}
	k.keys[name] = b
	return nil
}

// The release is a function literal.

func (k *keyring) open() (done func()) {
	k.mu.Lock()
	return func() { k.mu.Unlock() }
}

func (k *keyring) remove(name string) error {
	done := k.open()
	if k.keys[name] == nil {
		done()
	}
	delete(k.keys, name)
	done() // want `^keyring.mu is unlocked twice: it was unlocked at closures.go:45 and is not held$`
	return errKey
}

// A local closure unlocks, and so does the function.

func (k *keyring) swap(name string, b []byte) bool {
	k.mu.Lock()
	fail := func() bool {
		k.mu.Unlock() // want `^keyring.mu is unlocked twice: here and again by the deferred call at closures.go:60$`
		return false
	}
	defer k.mu.Unlock()
	if k.keys[name] == nil {
		return fail()
	}
	k.keys[name] = b
	return true
}
