// Package correct holds releases that are values and run once.
package correct

import "sync"

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
		return err
	}
	k.keys[name] = b
	return nil
}

// One call of it on each path.
func (k *keyring) remove(name string, notify func()) bool {
	release := k.acquire()
	if k.keys[name] == nil {
		release()
		return false
	}
	delete(k.keys, name)
	release()
	notify()
	return true
}

// A second call does nothing.
func (k *keyring) move(from, to string, notify func()) {
	k.mu.Lock()
	release := sync.OnceFunc(k.mu.Unlock)
	defer release()
	if k.keys[from] == nil {
		return
	}
	k.keys[to] = k.keys[from]
	release()
	notify()
}

// The release forgets itself.
func (k *keyring) copy(name string, f func([]byte)) {
	release := k.acquire()
	defer func() {
		if release != nil {
			release()
		}
	}()
	b := k.keys[name]
	if b == nil {
		return
	}
	release()
	release = nil
	f(b)
}

// A function is handed the release, and runs it.
func (k *keyring) size() int {
	k.mu.Lock()
	return after(k.mu.Unlock, func() int { return len(k.keys) })
}

func after(release func(), f func() int) int {
	defer release()
	return f()
}

// Two calls of acquire make two releases.
func both(a, b *keyring) int {
	ra := a.acquire()
	rb := b.acquire()
	n := len(a.keys) + len(b.keys)
	rb()
	ra()
	return n
}

// The closure is called in the branch that returns.
func (k *keyring) swap(name string, b []byte) bool {
	k.mu.Lock()
	fail := func() bool {
		k.mu.Unlock()
		return false
	}
	if k.keys[name] == nil {
		return fail()
	}
	k.keys[name] = b
	k.mu.Unlock()
	return true
}
