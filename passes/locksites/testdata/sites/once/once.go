// Package once runs functions once, which holds a lock meanwhile.
package once

import "sync"

type T struct {
	once sync.Once
	list []sync.Once
	stop func()
	get  func() int
}

var (
	setup  sync.Once
	config = sync.OnceValue(func() int { return 1 })
	pair   = sync.OnceValues(func() (int, error) { return 1, nil })
)

func New() *T { return &T{stop: sync.OnceFunc(func() {})} }

func use(t *T) {
	t.once.Do(func() {}) // calls sync/once.go known m/once.T.once
	t.list[2].Do(nil)    // calls sync/once.go known m/once.T.list[]
	setup.Do(func() {    // calls sync/once.go known m/once.setup
		t.once.Do(nil) // calls sync/once.go known m/once.T.once
	})
	config() // calls sync/oncefunc.go known m/once.config
	t.stop() // calls sync/oncefunc.go known m/once.T.stop
	pair()   // calls sync/oncefunc.go known m/once.pair
	var local sync.Once
	local.Do(nil) // calls sync/once.go known m/once.use.local
	cancel := sync.OnceFunc(func() {})
	defer func() {
		cancel() // calls sync/oncefunc.go known m/once.use.cancel
	}()
	t.get = sync.OnceValue(func() int { return 1 })
	if t.get() == 1 { // calls sync/oncefunc.go known m/once.T.get
	}
	do(&t.once) // calls #do known m/once.T.once
}

func do(o *sync.Once) {
	o.Do(nil) // calls sync/once.go caller #do
}
