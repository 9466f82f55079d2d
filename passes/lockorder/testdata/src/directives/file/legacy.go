package file

//lint:file-ignore lockorder replaced in the next release

func (p *pair) ba() {
	p.b.Lock()
	defer p.b.Unlock()
	p.a.Lock()
	defer p.a.Unlock()
}

func (p *pair) ca() {
	p.c.Lock()
	defer p.c.Unlock()
	p.a.Lock()
	defer p.a.Unlock()
}
