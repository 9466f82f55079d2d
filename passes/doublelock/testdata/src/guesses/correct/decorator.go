package correct

import "sync"

// The callee is found through an interface that others implement too: what
// newStream is given is never a half.

type sender interface{ completed() }

type half struct {
	sender
	impl func()
}

func (h *half) completed() { h.impl() }

type conn struct{ n int }

func (c *conn) completed() { c.n++ }

type Stream struct {
	mu     sync.Mutex
	sender sender
	send   *sendStream
}

type sendStream struct{ sender sender }

func (s *sendStream) Close() { s.sender.completed() }

func newStream(from sender) *Stream {
	s := &Stream{sender: from}
	s.send = &sendStream{sender: &half{sender: from, impl: func() {
		s.mu.Lock()
		s.sender.completed()
		s.mu.Unlock()
	}}}
	return s
}

func Open(c *conn) *Stream { return newStream(c) }

func (s *Stream) Close() { s.send.Close() }
