package correct

import "sync"

// A decorator implements the interface by which it calls the next one.

type ledger interface {
	post(name string, n int) error
}

type counting struct {
	mu    sync.Mutex
	next  ledger
	calls map[string]int
}

func (c *counting) post(name string, n int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls[name]++
	return c.next.post(name, n)
}

type serial struct {
	mu   sync.Mutex
	next ledger
}

func (s *serial) post(name string, n int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n == 0 {
		return nil
	}
	return s.next.post(name, n)
}

type plain struct{ sums map[string]int }

func (p *plain) post(name string, n int) error {
	p.sums[name] += n
	return nil
}

func newLedger(counted bool) ledger {
	var l ledger = &plain{sums: map[string]int{}}
	if counted {
		l = &counting{next: l, calls: map[string]int{}}
	}
	return &serial{next: l}
}

// A chain of one type, made in a loop.

func stack(n int) source {
	var s source
	for range n {
		s = &tier{m: map[string]string{}, next: s}
	}
	return s
}
