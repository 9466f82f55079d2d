// Tool is a command.
package main

import "sync"

type state struct {
	mu   sync.Mutex
	jobs []*job
}

type job struct{ mu sync.Mutex }

func (s *state) run() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, j := range s.jobs {
		j.mu.Lock()
		j.mu.Unlock()
	}
}

func (j *job) add(s *state) {
	j.mu.Lock()
	defer j.mu.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.jobs = append(s.jobs, j)
}

func main() {
	s := new(state)
	new(job).add(s)
	s.run()
}
