package correct

import "sync"

// What the user set is kept before the wrapper takes its place, and so never is
// the wrapper.

type cfg struct {
	onRevoked func(int)
	onLost    func(int)
}

type session struct {
	mu      sync.Mutex
	revoked bool
	lost    bool
}

type opt func(*cfg)

func OnRevoked(f func(int)) opt { return func(c *cfg) { c.onRevoked = f } }

func New(opts ...opt) (*session, *cfg) {
	s := &session{}
	opts = append(opts, func(c *cfg) {
		user := c.onRevoked
		c.onRevoked = func(n int) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.revoked = true
			if user != nil {
				user(n)
			}
		}
		c.onLost = func(n int) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.lost = true
			if user != nil {
				user(n)
			}
		}
	})
	c := &cfg{}
	for _, o := range opts {
		o(c)
	}
	return s, c
}
