package correct

import "sync"

// Two goroutines pass a reader's and a writer's lock to each other: what one
// takes, the other releases.
func passOn(rounds int, step func(int)) {
	var gate sync.RWMutex
	reader := gate.RLocker()
	read := make(chan bool, 1)
	written := make(chan bool, 1)
	go func() {
		for range rounds {
			reader.Lock()
			reader.Lock()
			read <- true
			gate.Lock()
			written <- true
		}
	}()
	for i := range rounds {
		<-read
		reader.Unlock()
		step(i)
		reader.Unlock()
		<-written
		gate.Unlock()
	}
}
