package store_test

import (
	"sync"
	"testing"

	"example.com/variants/fixture"
	"example.com/variants/store"
)

var setup, teardown, early, late sync.Mutex

func TestBoth(t *testing.T) {
	go stack()
	unstack()
}

func stack() {
	setup.Lock()
	teardown.Lock()
	store.Stack(fixture.Pair())
	teardown.Unlock()
	setup.Unlock()
}

func unstack() {
	teardown.Lock()
	setup.Lock() // want lockorder `setup|teardown`
	store.Unstack(fixture.Pair())
	setup.Unlock()
	teardown.Unlock()
}

// Tests run one after the other: these two never meet.

func TestStack(t *testing.T) {
	early.Lock()
	late.Lock()
	late.Unlock()
	early.Unlock()
}

func TestUnstack(t *testing.T) {
	late.Lock()
	early.Lock()
	early.Unlock()
	late.Unlock()
}
