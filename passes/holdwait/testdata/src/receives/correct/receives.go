// Package correct holds faults put right and code that only looks like one, of
// which nothing may be said: a receive with a lock held.
package correct

import (
	"context"
	"sync"
	"time"
)

// The results are collected first.

type router struct {
	mu    sync.Mutex
	cache map[int]int
	sent  int
}

func (r *router) fetch(key int, res chan<- int) {
	r.mu.Lock()
	v := r.cache[key]
	r.mu.Unlock()
	res <- v
}

func (r *router) fanOut(keys []int) (sum int) {
	res := make(chan int, len(keys))
	for _, k := range keys {
		go r.fetch(k, res)
	}
	for range keys {
		sum += <-res
	}
	r.mu.Lock()
	r.sent += sum
	r.mu.Unlock()
	return sum
}

// The goroutine sends first and locks afterwards.

type lessor struct {
	mu      sync.Mutex
	revoked int
	last    int
}

func (l *lessor) revoke(id int) {
	expired := make(chan int)
	go func() {
		expired <- id
		l.mu.Lock()
		l.revoked++
		l.mu.Unlock()
	}()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = <-expired
}

// Time comes by itself, and a context's end from outside.

func (l *lessor) pause(ctx context.Context, d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	<-time.After(d)
	t := time.NewTimer(d)
	<-t.C
	<-ctx.Done()
	l.last = 0
}

// The server that answers uses no lock.

type request struct {
	op    string
	reply chan string
}

type client struct {
	mu    sync.Mutex
	calls int
	reqs  chan request
}

func newClient() *client {
	c := &client{reqs: make(chan request)}
	go serve(c.reqs)
	return c
}

func serve(reqs <-chan request) {
	for r := range reqs {
		r.reply <- "ok " + r.op
	}
}

func (c *client) call(op string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls++
	r := request{op, make(chan string)}
	c.reqs <- r
	return <-r.reply
}

// What has been sent before the lock is taken waits in the buffer.

type inbox struct {
	mu   sync.Mutex
	got  int
	mail chan int
}

func (b *inbox) own(v int) {
	b.mail = make(chan int, 1)
	b.mail <- v
	b.mu.Lock()
	defer b.mu.Unlock()
	b.got = <-b.mail
}

// Draining: a default ends it.

type queue struct {
	mu    sync.Mutex
	items chan int
	n     int
}

func newQueue() *queue {
	q := &queue{items: make(chan int)}
	go q.fill()
	return q
}

func (q *queue) fill() {
	for i := range 8 {
		q.mu.Lock()
		q.n++
		q.mu.Unlock()
		q.items <- i
	}
}

func (q *queue) drain() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		select {
		case <-q.items:
			q.n--
		default:
			return
		}
	}
}
