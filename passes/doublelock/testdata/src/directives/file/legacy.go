package file

//lint:file-ignore doublelock replaced by the methods in file.go

func (p *pool) refill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free += p.size()
}
