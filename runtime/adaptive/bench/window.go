package main

import (
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lockvet/lockvet/runtime/adaptive/internal/machine"
)

// A window is one short measurement: all goroutines start together, work for a
// while, and stop together. Machines are shared, and a window in which somebody
// else got a processor says nothing about locks; so windows are short, and
// disturbed ones are taken again.
type window struct {
	wall, cpu float64 // ns for each operation
	jain      float64 // fairness, from 1/goroutines to 1
	failed    float64 // of the trylocks, those that failed
	calm      bool
}

// A task makes what one goroutine does in a loop, and tells of the trylocks
// that were made and failed so far.
type task struct {
	body     func(id int) func()
	attempts func() (made, failed int64)
}

// padded counters do not disturb each other.
type padded struct {
	n int64
	_ [120]byte
}

// A race is a window under way.
type race struct {
	goroutines int
	length     time.Duration
	// crowded is whether goroutines have to give way to each other, since there
	// are more of them than processors.
	crowded    bool
	ready      atomic.Int32
	heartbeat  atomic.Int64
	open, stop atomic.Bool
	done       []padded
	window     window
}

// measure runs a task in goroutines for about length.
func measure(t task, goroutines int, length time.Duration) window {
	procs := runtime.GOMAXPROCS(0)
	r := &race{
		goroutines: goroutines,
		length:     length,
		crowded:    goroutines > procs || procs > runtime.NumCPU(),
		done:       make([]padded, goroutines),
	}
	var all sync.WaitGroup
	for id := range goroutines {
		body := t.body(id)
		if id == 0 {
			all.Go(func() { r.lead(body) })
		} else {
			all.Go(func() { r.follow(id, body) })
		}
	}
	all.Wait()
	r.window.divide(r.done)
	if t.attempts != nil {
		made, failed := t.attempts()
		r.window.failed = float64(failed) / math.Max(1, float64(made))
	}
	return r.window
}

func (r *race) giveWay() {
	if r.crowded {
		runtime.Gosched()
	}
}

// follow works from when the leader opens until it stops.
func (r *race) follow(id int, body func()) {
	r.ready.Add(1)
	for !r.open.Load() {
		r.heartbeat.Add(1)
		r.giveWay()
	}
	n := int64(0)
	for ; !r.stop.Load(); n++ {
		body()
	}
	r.done[id].n = n
}

// lead keeps the time.
func (r *race) lead(body func()) {
	r.ready.Add(1)
	for int(r.ready.Load()) < r.goroutines {
		r.giveWay()
	}
	before := used()
	if r.goroutines > 1 && !r.crowded {
		awaitCompany(&r.heartbeat)
	}
	start, n := machine.Nanotime(), int64(0)
	r.open.Store(true)
	for !r.stop.Load() {
		body()
		if n++; n&7 == 0 || r.crowded {
			r.stop.Store(machine.Nanotime()-start > int64(r.length))
		}
	}
	r.done[0].n = n
	r.window.wall = float64(machine.Nanotime() - start)
	r.window.judge(before, used(), r)
}

// awaitCompany returns while another worker is on a processor right now.
func awaitCompany(heartbeat *atomic.Int64) {
	for {
		seen := heartbeat.Load()
		machine.Pause(machine.Pauses(500 * time.Nanosecond))
		if heartbeat.Load()-seen > 3 {
			return
		}
	}
}

// judge sets the CPU time, and whether the window was calm. Where there is a
// processor for every goroutine, no thread may have been put off it, and threads
// may have waited for processors for a twentieth of the time. Where there is
// not, threads wait by design; a third of the time is then the limit, and there
// is none with more Ps than processors.
func (w *window) judge(before, after usage, r *race) {
	w.cpu = float64(after.cpu - before.cpu)
	waited := float64(after.delayed-before.delayed) / w.wall
	switch {
	case w.wall > 2*float64(r.length):
		w.calm = false
	case runtime.GOMAXPROCS(0) > runtime.NumCPU():
		w.calm = true
	case r.crowded || r.length >= longWindow:
		w.calm = waited <= 1./3
	default:
		w.calm = waited <= 1./20 && after.evicted == before.evicted
	}
}

// divide turns totals into figures for one operation.
func (w *window) divide(done []padded) {
	sum, squares := 0.0, 0.0
	for i := range done {
		n := float64(done[i].n)
		sum += n
		squares += n * n
	}
	w.wall /= sum
	w.cpu /= sum
	w.jain = sum * sum / (float64(len(done)) * squares)
}
