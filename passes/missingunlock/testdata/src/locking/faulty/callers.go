package faulty

import "sync"

// Two callers of one helper forget, each on a path of its own.

type pages struct {
	mu sync.Mutex
	n  []int
}

func (p *pages) lock()   { p.mu.Lock() }
func (p *pages) unlock() { p.mu.Unlock() }

func (p *pages) sum(check func(int) error) (n int, err error) {
	p.lock()
	for _, v := range p.n {
		if err := check(v); err != nil {
			return 0, err // want `^pages.mu is not unlocked on this path: locked at callers.go:12 \(called from callers.go:16\)$`
		}
		n += v
	}
	p.unlock()
	return n, nil
}

func (p *pages) push(v int) bool {
	p.lock()
	if len(p.n) > 100 {
		return false // want `^pages.mu is not unlocked on this path: locked at callers.go:12 \(called from callers.go:28\)$`
	}
	p.n = append(p.n, v)
	p.unlock()
	return true
}

// What find returned locked stays so on one path.

type shelf struct {
	mu    sync.Mutex
	full  bool
	books int
}

func find(shelves map[string]*shelf, name string) (*shelf, bool) {
	s, ok := shelves[name]
	if !ok {
		return nil, false
	}
	s.mu.Lock()
	return s, true
}

func put(shelves map[string]*shelf, name string) bool {
	s, ok := find(shelves, name)
	if !ok {
		return false
	}
	if s.full {
		return false // want `^shelf.mu is not unlocked on this path: locked at callers.go:50 \(called from callers.go:55\)$`
	}
	s.books++
	s.mu.Unlock()
	return true
}
