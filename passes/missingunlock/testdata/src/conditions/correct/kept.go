package correct

// The variable is one value, whatever is stored in between to what it was
// compared from.

func (c *config) trim(limit int) {
	over := len(c.data) > limit
	if over {
		c.mu.Lock()
		c.data = c.data[:limit]
	}
	if over {
		c.mu.Unlock()
	}
}

func (c *config) cut(limit int) int {
	over := len(c.data) > limit
	if over {
		c.mu.Lock()
		c.data = c.data[:limit]
	}
	if !over {
		return 0
	}
	c.mu.Unlock()
	return limit
}
