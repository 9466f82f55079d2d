package store_test

import (
	"sync"
	"testing"

	"example.com/variants/fixture"
	"example.com/variants/store"
)

var setup, teardown sync.Mutex

func TestStack(t *testing.T) {
	setup.Lock()
	teardown.Lock()
	store.Stack(fixture.Pair())
	teardown.Unlock()
	setup.Unlock()
}

func TestUnstack(t *testing.T) {
	teardown.Lock()
	setup.Lock() // want lockorder `setup|teardown`
	store.Unstack(fixture.Pair())
	setup.Unlock()
	teardown.Unlock()
}
