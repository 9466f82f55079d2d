// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: channels that bound what goes on at a time.
package correct

// The token is given back first.

type printer struct {
	busy  chan struct{}
	pages int
}

func newPrinter() *printer { return &printer{busy: make(chan struct{}, 1)} }

func (p *printer) count() int {
	p.busy <- struct{}{}
	defer func() { <-p.busy }()
	return p.pages
}

func (p *printer) print(n int) {
	p.busy <- struct{}{}
	p.pages += n
	<-p.busy
	println(p.count())
}

// There is room for several, so a second may be free.

type fleet struct {
	slots chan struct{}
	trips int
}

func newFleet(n int) *fleet { return &fleet{slots: make(chan struct{}, n)} }

func (f *fleet) drive(legs int) {
	f.slots <- struct{}{}
	defer func() { <-f.slots }()
	f.trips++
	if legs > 1 {
		f.drive(legs - 1)
	}
}

// A wake-up signal: the sender has nothing to give back.

type queue struct {
	wake chan struct{}
	jobs []string
}

func newQueue() *queue { return &queue{wake: make(chan struct{}, 1)} }

func (q *queue) kick() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

func (q *queue) add(job string) {
	q.jobs = append(q.jobs, job)
	q.kick()
	q.kick()
}

func (q *queue) next() string {
	<-q.wake
	job := q.jobs[0]
	q.jobs = q.jobs[1:]
	return job
}

// If the token is taken, the work is put off.

func (p *printer) offer(n int, later func(int)) {
	p.busy <- struct{}{}
	defer func() { <-p.busy }()
	p.attempt(n, later)
}

func (p *printer) attempt(n int, later func(int)) {
	select {
	case p.busy <- struct{}{}:
		p.pages += n
		<-p.busy
	default:
		later(n)
	}
}
