// Package faulty holds faults that must be found: a WaitGroup that is waited
// for with a lock held that a goroutine of the group takes.
package faulty

import "sync"

// Under the read lock, with workers that write.

type aggregator struct {
	mu      sync.RWMutex
	shards  []int
	flushed map[int]int
}

func (a *aggregator) flushShard(i int, wg *sync.WaitGroup) {
	defer wg.Done()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.flushed[i]++
}

func (a *aggregator) flush() {
	var wg sync.WaitGroup
	a.mu.RLock()
	for _, id := range a.shards {
		wg.Add(1)
		go a.flushShard(id, &wg)
	}
	wg.Wait() // want `^aggregator.mu is read-locked while waiting for aggregator.flush.wg, a deadlock: held since groups.go:24, waiting at groups.go:29; the goroutine at groups.go:\d+ may have to wait for aggregator.mu first, at groups.go:\d+$`
	a.mu.RUnlock()
}

// WaitGroup.Go.

type collector struct {
	mu      sync.Mutex
	absent  map[string]bool
	pending []string
}

func (c *collector) process() {
	var wg sync.WaitGroup
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, obj := range c.pending {
		wg.Go(func() {
			c.mu.Lock()
			c.absent[obj] = true
			c.mu.Unlock()
		})
	}
	wg.Wait() // want `collector.mu is held while waiting for collector.process.wg, a deadlock:.*; the goroutine at groups.go:\d+ may have to wait for collector.mu first, at groups.go:\d+`
	c.pending = nil
}

// A group that is a field: shutdown closes the queue and waits for the worker.

type shard struct {
	mu    sync.RWMutex
	batch int
	jobs  chan int
	wg    sync.WaitGroup
}

func newShard() *shard {
	s := &shard{batch: 10, jobs: make(chan int, 100)}
	s.wg.Add(1)
	go s.run()
	return s
}

func (s *shard) run() {
	defer s.wg.Done()
	for j := range s.jobs {
		s.mu.RLock()
		n := s.batch
		s.mu.RUnlock()
		if j < n {
			continue
		}
	}
}

func (s *shard) shutdown() {
	s.mu.Lock()
	s.batch = 1
	close(s.jobs)
	s.wg.Wait() // want `shard.mu is held while waiting for shard.wg, a deadlock:.*; the goroutine at groups.go:\d+ may have to wait for shard.mu first, at groups.go:\d+`
	s.mu.Unlock()
}

// One of two workers needs the lock, which is enough.

func (s *shard) check(f func()) {
	var wg sync.WaitGroup
	s.mu.Lock()
	defer s.mu.Unlock()
	wg.Go(f)
	wg.Go(func() { s.resize(2 * len(s.jobs)) })
	wg.Wait() // want `shard.mu is held while waiting for shard.check.wg, a deadlock`
}

func (s *shard) resize(n int) {
	s.mu.Lock()
	s.batch = n
	s.mu.Unlock()
}
