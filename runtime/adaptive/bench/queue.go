package main

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/lockvet/lockvet/runtime/adaptive/internal/machine"
	"github.com/lockvet/lockvet/runtime/adaptive/internal/waiting"
)

// A queueMutex is adaptive.Mutex with a queue of spinners in place of the token:
// whoever comes while another one spins queues up behind it instead of parking.
// It is here to find out whether that is better.
//
// Linux has queued the spinners of its mutex since it was proposed in 2013, so
// that one of them at a time touches the lock's cache line. The queue is Mellor-
// Crummey and Scott's: each waits on a place of its own, and whoever leaves the
// head tells the next. As in the kernel's later version, OSQ, one can leave
// before its turn.
//
// The rules are those of adaptive.Mutex, by the same names. What holds:
//
//   - inner alone excludes, so the queue cannot make the lock incorrect.
//   - The cap bounds the time in the queue and at its head together.
//   - A goroutine can lose its processor anywhere, which a kernel prevents. If
//     it is in the queue, those behind it reach their cap and leave. If it is
//     just entering or leaving, its neighbours have to wait for it, even past
//     their cap and even with the lock, and give way to it. With the token
//     nobody waits for another spinner; this is a price of the queue.
type queueMutex struct {
	inner    sync.Mutex
	owner    atomic.Uintptr
	spinners spinQueue
	pace     queuePace
}

func (m *queueMutex) TryLock() bool {
	if !m.inner.TryLock() {
		return false
	}
	m.noteOwner(machine.G())
	return true
}

func (m *queueMutex) Unlock() { m.inner.Unlock() }

func (m *queueMutex) Lock() {
	if m.TryLock() {
		return
	}
	s := spinner{m: m, g: machine.G()}
	waiting.Of(s.g).Begin() // announce
	if !m.pace.promising() || !s.spin() {
		m.inner.Lock()
	}
	m.noteOwner(s.g)
	waiting.Of(s.g).End()
}

// TrySpin tries to lock m for as long as the rules allow, and never parks.
func (m *queueMutex) TrySpin() bool {
	if m.TryLock() {
		return true
	}
	s := spinner{m: m, g: machine.G(), trying: true}
	waiting.Of(s.g).Begin() // announce
	got := s.spin()
	if got {
		m.noteOwner(s.g)
	}
	waiting.Of(s.g).End()
	return got
}

// noteOwner compares first, since an atomic store would be a locked instruction
// on every fast path.
func (m *queueMutex) noteOwner(g uintptr) {
	if m.owner.Load() != g {
		m.owner.Store(g)
	}
}

// ownerWaits is never true if goroutines are all called 0.
func (m *queueMutex) ownerWaits(g uintptr) bool {
	owner := m.owner.Load()
	return owner != 0 && owner != g && waiting.Of(owner).Others(waiting.Of(g))
}

const (
	queueSpinCap      = 8 * time.Microsecond
	queueReschedEvery = 400 * time.Nanosecond
	queueGrowth       = 8
)

// A spinner is one spin for a lock.
type spinner struct {
	m      *queueMutex
	g      uintptr
	trying bool // gives up if the spin fails, rather than park

	budget, spent uint32 // in units of machine.Pause
	asked         uint32 // what was spent when it asked the scheduler last
	polls         int    // in vain so far, of the place or of the lock
}

// spin queues up, tries to acquire the lock, and reports whether it did.
func (s *spinner) spin() (got bool) {
	if !machine.CanSpin() || s.trying && s.m.ownerWaits(s.g) {
		return false
	}
	s.budget = machine.Pauses(queueSpinCap)
	p, q := places.Get().(*place), &s.m.spinners
	switch {
	case q.enter(p) || s.await(p):
		got = s.poll()
		q.pass(p)
	case !q.leave(p): // its turn came just now, so it can as well look once
		got = s.m.inner.TryLock()
		q.pass(p)
	}
	places.Put(p)
	if !s.trying {
		s.m.pace.learn(got, s.polls)
	}
	return got
}

// await waits at a place for its turn, and reports whether it came. Looking
// there disturbs nobody, so it looks often.
func (s *spinner) await(p *place) bool {
	quantum := machine.Pauses(queueUsual)
	for !p.turn.Load() {
		if s.done(false) {
			return false
		}
		s.pause(quantum)
	}
	return true
}

// poll looks at the lock again and again, at the head of the queue. The longer
// it has been there, the longer it looks away.
func (s *spinner) poll() bool {
	quantum, from := machine.Pauses(s.m.pace.quantum(s.trying)), s.spent
	for !s.m.inner.TryLock() {
		if s.done(true) {
			return false
		}
		s.pause(min(max(quantum, (s.spent-from)/queueGrowth), s.budget))
	}
	return true
}

func (s *spinner) pause(rest uint32) {
	machine.Pause(rest)
	s.spent += rest + 1 // and one for the look
	s.polls++
}

// done reports whether the cap, the bail-out or resched ends the spin. Those
// behind the head ask for the owner as rarely as for the scheduler, since the
// owner is noted in the lock's cache line.
func (s *spinner) done(head bool) bool {
	now := s.spent-s.asked >= machine.Pauses(queueReschedEvery)
	if now {
		s.asked = s.spent
	}
	return s.spent >= s.budget ||
		s.trying && (head || now) && s.m.ownerWaits(s.g) ||
		now && machine.NeedResched()
}

// A queuePace is the pace of adaptive.Mutex, which explains it. The low half of
// the word is how many spins to skip, the high half the evidence for brief
// sections.
type queuePace struct{ word atomic.Uint32 }

const (
	queueSkip  = 16
	queueUsual = 40 * time.Nanosecond
	queueBrief = 800 * time.Nanosecond
)

func (p *queuePace) promising() bool {
	word := p.word.Load()
	if word&0xffff == 0 {
		return true
	}
	p.word.Store(word - 1)
	return false
}

func (p *queuePace) quantum(trying bool) time.Duration {
	if !trying && p.word.Load()>>16 >= 128 {
		return queueBrief
	}
	return queueUsual
}

// learn notes how a spin for a Lock ended. Only a lock that was free at the
// first look of one who did not queue speaks for brief sections.
func (p *queuePace) learn(got bool, polls int) {
	word := p.word.Load()
	skip, brief := uint32(0), word>>16
	switch {
	case !got:
		skip = queueSkip
	case polls == 0 && brief < 128:
		brief += 8
	case polls == 0:
		brief = min(255, brief+24)
	default:
		brief -= min(brief, 2)
	}
	if now := brief<<16 | skip; now != word {
		p.word.Store(now)
	}
}
