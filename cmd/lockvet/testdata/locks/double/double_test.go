package double

import (
	"flag"
	"os"
	"sync"
	"testing"
)

type Counter struct {
	mu sync.Mutex
	n  int
}

func (c *Counter) Add() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
}

func (c *Counter) AddTwo() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Add()
	c.n++
}

// TestMain ends the tests soon: one of them hangs.
func TestMain(m *testing.M) {
	flag.Parse()
	flag.Set("test.timeout", "2s")
	os.Exit(m.Run())
}

// reports double lock: double.Counter.mu
func TestHang(t *testing.T) {
	new(Counter).AddTwo()
}
