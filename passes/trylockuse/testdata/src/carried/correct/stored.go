package correct

import "sync"

// The result is stored in a field, which whoever releases looks at.

type span struct {
	mu     sync.Mutex
	locked bool
	events []string
}

func (s *span) open() { s.locked = s.mu.TryLock() }

func (s *span) close() {
	if s.locked {
		s.locked = false
		s.mu.Unlock()
	}
}

// In the field of another object.

type visitor struct {
	span *span
	owns bool
}

func visit(s *span) *visitor {
	v := &visitor{span: s}
	v.owns = s.mu.TryLock()
	return v
}

func (v *visitor) end() {
	if v.owns {
		v.span.mu.Unlock()
	}
}
