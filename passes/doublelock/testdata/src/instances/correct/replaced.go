package correct

// The element of the map is replaced while the old one is locked.
func (p *peers) renew(i int) {
	old := p.m[i]
	old.mu.Lock()
	defer old.mu.Unlock()
	p.m[i] = &dir{}
	p.m[i].mu.Lock()
	defer p.m[i].mu.Unlock()
	p.m[i].size = old.size
}
