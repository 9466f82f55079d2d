package faulty

// The slots belong to an object that lives on.

type pool struct {
	slots chan struct{}
	runs  int
}

func newPool(n int) *pool { return &pool{slots: make(chan struct{}, n)} }

func (p *pool) run(job func() error) error {
	p.slots <- struct{}{}
	if err := job(); err != nil {
		return err // want `^pool.slots is not unlocked on this path: locked at slots.go:13$`
	}
	p.runs++
	<-p.slots
	return nil
}
