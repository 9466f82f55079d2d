// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: a WaitGroup that is waited for with a lock held.
package correct

import "sync"

// The lock is held to take the work out only.

type collector struct {
	mu      sync.Mutex
	absent  map[string]bool
	pending []string
}

func (c *collector) process() {
	c.mu.Lock()
	pending := c.pending
	c.pending = nil
	c.mu.Unlock()
	var wg sync.WaitGroup
	for _, obj := range pending {
		wg.Go(func() {
			c.mu.Lock()
			c.absent[obj] = true
			c.mu.Unlock()
		})
	}
	wg.Wait()
}

// The workers need no lock.

type framework struct {
	mu     sync.Mutex
	scores []int
}

func (f *framework) score(nodes []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.scores = make([]int, len(nodes))
	var wg sync.WaitGroup
	for i, n := range nodes {
		wg.Add(1)
		go func() {
			defer wg.Done()
			f.scores[i] = len(n)
		}()
	}
	wg.Wait()
}

// They take a lock that is local to the call.

type checks struct {
	mu   sync.Mutex
	list []func() int
	last int
}

func (c *checks) runAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	var (
		wg    sync.WaitGroup
		sumMu sync.Mutex
		sum   int
	)
	for _, check := range c.list {
		wg.Go(func() {
			n := check()
			sumMu.Lock()
			defer sumMu.Unlock()
			sum += n
		})
	}
	wg.Wait()
	c.last = sum
}

func (c *checks) register(f func() int) {
	c.mu.Lock()
	c.list = append(c.list, f)
	c.mu.Unlock()
}

// They take the locks of the children, down a tree.

type node struct {
	mu       sync.Mutex
	children []*node
	hash     int
}

func (n *node) rehash() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	sums := make([]int, len(n.children))
	var wg sync.WaitGroup
	for i, c := range n.children {
		wg.Add(1)
		go func() {
			defer wg.Done()
			sums[i] = c.rehash()
		}()
	}
	wg.Wait()
	for _, s := range sums {
		n.hash = n.hash*31 + s
	}
	return n.hash
}

// They say that they are there before they take the lock.

type barrier struct {
	mu    sync.Mutex
	ready int
	ends  int
}

func (b *barrier) launch(n int) {
	var up sync.WaitGroup
	up.Add(n)
	b.mu.Lock()
	defer b.mu.Unlock()
	for range n {
		go func() {
			up.Done()
			b.mu.Lock()
			b.ends++
			b.mu.Unlock()
		}()
	}
	up.Wait()
	b.ready = n
}

// The lock is dropped around the wait and taken again.

func (b *barrier) restart(wg *sync.WaitGroup) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ready = 0
	b.mu.Unlock()
	wg.Wait()
	b.mu.Lock()
	b.ready++
}

func (b *barrier) begin() {
	var wg sync.WaitGroup
	wg.Go(func() {
		b.mu.Lock()
		b.ends++
		b.mu.Unlock()
	})
	b.restart(&wg)
}

// Readers that wait for readers, when nobody writes.

type snapshot struct {
	mu   sync.RWMutex
	data []int
}

func (s *snapshot) sum() (sum int) {
	var wg sync.WaitGroup
	s.mu.RLock()
	defer s.mu.RUnlock()
	parts := make([]int, 2)
	for i := range parts {
		wg.Go(func() {
			s.mu.RLock()
			defer s.mu.RUnlock()
			parts[i] = len(s.data)
		})
	}
	wg.Wait()
	return parts[0] + parts[1]
}
