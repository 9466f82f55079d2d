package faulty

import "sync"

type index struct {
	gc    sync.RWMutex
	names map[string]int
	dirty bool
}

func (x *index) check(name string) int {
	x.gc.RLock()
	defer x.gc.RUnlock()
	return x.names[name]
}

func (x *index) drop(int) { clear(x.names) }

func (x *index) rebuild(from int) {
	if x.dirty {
		x.names["root"] = x.check("root") + from
	}
}

type step struct {
	to  int
	run func(int)
}

// One of the steps reads what the loop has locked.

func (x *index) migrate(version int) {
	x.gc.Lock()
	defer x.gc.Unlock()
	steps := []step{
		{1, x.drop},
		{2, x.rebuild},
	}
	for _, s := range steps {
		if s.to > version {
			s.run(version) // want `index.gc is read-locked by a goroutine that holds it, a deadlock: read-locked at migrate.go:\d+ \(called from migrate.go:\d+, migrate.go:\d+\) while it is held since migrate.go:\d+`
		}
	}
}

// A literal that calls itself with the lock held.

type tree struct {
	mu   sync.Mutex
	kids map[string][]string
	seen map[string]bool
}

func (t *tree) visit(root string) {
	var walk func(string)
	walk = func(name string) {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.seen[name] = true
		for _, k := range t.kids[name] {
			walk(k) // want `tree.mu is locked by a goroutine that holds it, a deadlock: locked at migrate.go:\d+ \(called from migrate.go:\d+\) while it is held since migrate.go:\d+`
		}
	}
	walk(root)
}
