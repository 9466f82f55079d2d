package main

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/lockvet/lockvet/runtime/adaptive/internal/machine"
)

// A spinQueue is a queue of goroutines of which the first has its turn.
type spinQueue struct{ last atomic.Pointer[place] }

// A place belongs to one goroutine from Get to Put. It fills two cache lines,
// since lines are fetched in pairs.
//
// It can be reused as soon as its goroutine has left the queue, because others
// write to a place p only while it is queued:
//
//   - Who enters behind p, or comes to be behind it because somebody in between
//     leaves, is not linked to p.behind at once. Meanwhile p.behind is nil and p
//     is not the last, so detach does not let p go.
//   - Who is before p writes p.turn or p.before after having taken p out of its
//     own behind. Until p sees that its turn has come, or is linked behind
//     another place, leave does not let p go.
//
// Somebody may still read p as its own before, late, and try to take itself out
// of p.behind. It is in the queue still, so it is not behind a p that has been
// reused, in this queue or another, and nothing happens.
type place struct {
	before, behind atomic.Pointer[place]
	turn           atomic.Bool
	_              [104]byte
}

var places = sync.Pool{New: func() any { return new(place) }}

// enter adds p, and reports whether it is first.
func (q *spinQueue) enter(p *place) bool {
	p.turn.Store(false)
	before := q.last.Swap(p)
	if before == nil {
		return true
	}
	p.before.Store(before)
	before.behind.Store(p)
	return false
}

// pass takes the first place out and gives the next one its turn.
func (q *spinQueue) pass(p *place) {
	if behind := q.detach(p, nil); behind != nil {
		behind.turn.Store(true)
	}
}

// leave takes p out before its turn, unless that comes first. It reports whether
// p is out.
func (q *spinQueue) leave(p *place) bool {
	before := p.before.Load()
	for tries := 1; before.behind.Load() != p || !before.behind.CompareAndSwap(p, nil); tries++ {
		if p.turn.Load() {
			return false
		}
		giveWay(tries) // to the one before, which is leaving, too
		before = p.before.Load()
	}
	if behind := q.detach(p, before); behind != nil {
		behind.before.Store(before)
		before.behind.Store(behind)
	}
	return true
}

// detach takes the place behind p out of p and returns it. If there is none,
// before becomes the last, and detach returns nil.
func (q *spinQueue) detach(p, before *place) *place {
	for tries := 1; ; tries++ {
		if q.last.Load() == p && q.last.CompareAndSwap(p, before) {
			return nil
		}
		if p.behind.Load() != nil {
			// Who is there may be leaving at the same time; one of both takes it.
			if behind := p.behind.Swap(nil); behind != nil {
				return behind
			}
		}
		giveWay(tries) // to the one behind, which is entering or leaving
	}
}

// giveWay waits for a neighbour's next step. That takes it some instructions,
// unless it has lost its processor; then it needs ours.
func giveWay(tries int) {
	if tries%64 == 0 {
		runtime.Gosched()
	} else {
		machine.Pause(1)
	}
}
