package correct

import (
	"sync"
	"testing"
)

// One channel has room for what all the goroutines tell.

func TestSignal(t *testing.T) {
	const n = 3
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	running := make(chan bool, n)
	awake := make(chan bool, n)
	for range n {
		go func() {
			mu.Lock()
			running <- true
			c.Wait()
			awake <- true
			mu.Unlock()
		}()
	}
	for range n {
		<-running
	}
	for i := range n {
		mu.Lock()
		c.Signal()
		mu.Unlock()
		<-awake
		if len(awake) > 0 {
			t.Fatalf("too many are awake after %d", i)
		}
	}
}

func TestBroadcast(t *testing.T) {
	const n = 20
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	awake := make(chan int, n)
	exit := false
	for i := range n {
		go func(g int) {
			mu.Lock()
			for !exit {
				c.Wait()
			}
			awake <- g
			mu.Unlock()
		}(i)
	}
	mu.Lock()
	exit = true
	c.Broadcast()
	mu.Unlock()
	seen := make([]bool, n)
	for range n {
		g := <-awake
		if seen[g] {
			t.Fatal("woke up twice")
		}
		seen[g] = true
	}
	c.Broadcast()
}
