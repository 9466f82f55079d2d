package accepted

//lint:file-ignore recursiveread replaced by the methods in accepted.go

func (p *pool) third() int {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.size() / 3
}
