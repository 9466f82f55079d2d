package correct

// All slots are taken, and given back by as many deferred receives.

type quota struct{ slots chan struct{} }

func newQuota(n int) *quota { return &quota{slots: make(chan struct{}, n)} }

func (q *quota) one(f func()) {
	q.slots <- struct{}{}
	defer func() { <-q.slots }()
	f()
}

func (q *quota) alone(f func()) {
	for range cap(q.slots) {
		q.slots <- struct{}{}
		defer func() { <-q.slots }()
	}
	f()
}

// The lock is filled for good when the service shuts down.

type printer struct {
	lock  chan struct{}
	pages int
	ended bool
}

func newPrinter() *printer { return &printer{lock: make(chan struct{}, 1)} }

func (p *printer) print(n int) {
	p.lock <- struct{}{}
	p.pages += n
	<-p.lock
}

func (p *printer) shutdown() int {
	p.lock <- struct{}{}
	p.ended = true
	return p.pages
}
