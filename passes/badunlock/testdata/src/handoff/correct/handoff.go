// Package correct holds locks that one function takes and another goroutine
// releases.
package correct

import (
	"sync"
	"time"
)

type index struct {
	mu   sync.Mutex
	docs []string
}

func (x *index) rebuild(load func() []string) {
	x.mu.Lock()
	go func() {
		defer x.mu.Unlock()
		x.docs = load()
	}()
}

// finish is called with x.mu held and releases it.
func (x *index) finish() {
	x.docs = nil
	x.mu.Unlock()
}

func (x *index) reload() {
	x.mu.Lock()
	go x.finish()
}

func (x *index) freeze(d time.Duration) {
	x.mu.Lock()
	time.AfterFunc(d, x.mu.Unlock)
}

// The job that arrives brings its lock with it.

type job struct {
	x   *index
	doc string
}

func (x *index) submit(jobs chan<- job, doc string) {
	x.mu.Lock()
	jobs <- job{x, doc}
}

func work(jobs <-chan job) {
	for j := range jobs {
		j.x.docs = append(j.x.docs, j.doc)
		j.x.mu.Unlock()
	}
}

// A transaction begins in one method and ends in another.

type tx struct{ x *index }

func (x *index) begin() *tx {
	x.mu.Lock()
	return &tx{x}
}

func (t *tx) commit(doc string) {
	t.x.docs = append(t.x.docs, doc)
	t.x.mu.Unlock()
}

func (t *tx) rollback() { t.x.mu.Unlock() }

// The object is born locked.

func newIndex() *index {
	x := new(index)
	x.mu.Lock()
	return x
}

func (x *index) start() { x.mu.Unlock() }

// The lock serves as a signal: the goroutine lets the waiting function go on.

func run(f func()) {
	var done sync.Mutex
	done.Lock()
	go func() {
		f()
		done.Unlock()
	}()
	done.Lock()
	done.Unlock()
}

// A callback releases what the function around it locked.

type request struct {
	x     *index
	reply func(string)
}

func (x *index) ask(send func(request)) {
	x.mu.Lock()
	send(request{x, func(doc string) {
		x.docs = append(x.docs, doc)
		x.mu.Unlock()
	}})
}
