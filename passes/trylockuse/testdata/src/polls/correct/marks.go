package correct

import "time"

// did is a mark that the loop puts for itself, with room for one: it is put only
// after it was received, or where it may be dropped.

func runMarked(tick *time.Ticker, quit chan struct{}, peek func() bool, running func() bool, step func()) {
	did := make(chan struct{}, 1)
FOR_LOOP:
	for {
		select {
		case <-tick.C:
			select {
			case did <- struct{}{}:
			default:
			}
		case <-did:
			if !peek() {
				continue FOR_LOOP
			}
			if !running() {
				break FOR_LOOP
			}
			did <- struct{}{}
			step()
		case <-quit:
			break FOR_LOOP
		}
	}
}

// Once it has the writers' lock, this case is not chosen any more, and others
// are.

type compactor struct {
	writers chan struct{}
	errs    chan error
	shut    chan struct{}
	holding bool
}

func newCompactor() *compactor {
	return &compactor{writers: make(chan struct{}, 1), errs: make(chan error), shut: make(chan struct{})}
}

func (c *compactor) fail(err error) {
	for {
		select {
		case c.errs <- err:
		case c.writers <- struct{}{}:
			c.holding = true
		case <-c.shut:
			if c.holding {
				<-c.writers
			}
			return
		}
	}
}

func (c *compactor) write(f func()) {
	c.writers <- struct{}{}
	f()
	<-c.writers
}
