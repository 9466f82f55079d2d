// Planted has a data race that no lock orders, or the same with one that does.
package main

import (
	"os"
	"sync"

	"github.com/lockvet/lockvet/runtime/lockdep"
)

func main() {
	var mu, own [2]lockdep.Mutex
	lock := func(i int) *lockdep.Mutex { return &own[i] } // each goroutine its own
	if os.Args[1] == "ordered" {
		lock = func(int) *lockdep.Mutex { return &mu[0] }
	}
	var all sync.WaitGroup
	x := 0
	start := make(chan bool)
	for i := range 2 {
		all.Add(1)
		go func() {
			defer all.Done()
			<-start
			// Slow paths of the checker, before and after.
			for range 100 {
				var a, b lockdep.Mutex
				a.Lock()
				b.Lock()
				b.Unlock()
				a.Unlock()
			}
			l := lock(i)
			l.Lock()
			x++
			l.Unlock()
			for range 100 {
				var a, b lockdep.Mutex
				a.Lock()
				b.Lock()
				b.Unlock()
				a.Unlock()
			}
		}()
	}
	close(start)
	all.Wait()
}
