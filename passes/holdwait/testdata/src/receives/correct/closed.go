package correct

import "sync"

// The channel is closed before what is left in it is received.

type jobs struct {
	mu   sync.Mutex
	left int
	c    chan int
}

func newJobs() *jobs { return &jobs{c: make(chan int, 16)} }

func (j *jobs) add(n int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.left++
	j.c <- n
}

func (j *jobs) close() (sum int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	close(j.c)
	for n := range j.c {
		sum += n
	}
	return sum
}

func (j *jobs) end() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	close(j.c)
	return <-j.c
}
