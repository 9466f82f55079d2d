package correct

// Two gates are released, one of them only if there is one.

func (g *gate) done(other *gate) {
	if other != nil {
		other.mu.Unlock()
	}
	g.mu.Unlock()
}

func joined(a, b *gate) {
	a.mu.Lock()
	b.mu.Lock()
	a.done(b)
}

func alone(a *gate) {
	a.mu.Lock()
	a.done(nil)
}
