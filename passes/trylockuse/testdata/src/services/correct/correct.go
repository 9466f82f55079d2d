// Package correct holds code that only looks like a fault: a service stays started
// or stopped, which is no lock to give back, and the error may be ignored.
package correct

import "services/service"

type conn struct{ service.BaseService }

func newConn() *conn {
	c := &conn{}
	c.BaseService = *service.New(c)
	return c
}

type peer struct {
	*service.BaseService
	c *conn
}

func NewPeer() *peer {
	p := &peer{c: newConn()}
	p.BaseService = service.New(p)
	return p
}

func (p *peer) OnStart() error {
	if err := p.c.Start(); err != nil {
		return err
	}
	go p.report()
	return nil
}

func (p *peer) report() {}

func (p *peer) OnStop() {
	if err := p.c.Stop(); err != nil {
		println(err.Error())
	}
}

func (p *peer) FlushStop() {
	_ = p.c.Stop()
}
