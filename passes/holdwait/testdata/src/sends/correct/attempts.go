package correct

import "sync"

// The goroutine sends whether it has got the lock or not, so who receives need
// not give the lock back first.

func attempts(f func()) (won bool) {
	var mu sync.Mutex
	got := make(chan bool)
	mu.Lock()
	go func() { got <- mu.TryLock() }()
	f()
	won = <-got
	mu.Unlock()
	return won
}

func attemptsBoth(f func()) (won bool) {
	var mu sync.Mutex
	got := make(chan bool)
	if !mu.TryLock() {
		return false
	}
	go func() { got <- mu.TryLock() }()
	f()
	won = <-got
	mu.Unlock()
	return won
}

// The channel is another one each time round: whoever waits for the lock then
// has received already.

func rounds(n int, f func()) {
	var mu sync.Mutex
	for range n {
		mu.Lock()
		got := make(chan int)
		go func() {
			mu.Lock()
			got <- n
		}()
		f()
		mu.Unlock()
		f()
		<-got
		mu.Unlock()
	}
}

func tell(got chan<- bool, won bool) { got <- won }

func attemptsTold(f func()) (won bool) {
	var mu sync.Mutex
	got := make(chan bool)
	mu.Lock()
	go func() {
		won := mu.TryLock()
		tell(got, won)
	}()
	f()
	won = <-got
	mu.Unlock()
	return won
}
