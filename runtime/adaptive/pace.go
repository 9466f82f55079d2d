package adaptive

import (
	"sync/atomic"
	"time"
)

// A pace is what past spins for a lock teach the next one. It answers two
// questions: is a spin worth it, and how long is it good to look away between
// two looks.
//
// The second depends on the critical sections. Where they are of some 100 ns
// and more, whoever looks often takes over sooner. Where they are shorter than
// it takes a cache line to change processors, taking over is itself the cost,
// and it is best to let the owner go on alone for a while: sections of 30 ns
// are a third faster that way. They show themselves by a lock that was taken a
// moment ago and is free at the first look of the spin.
//
// The word holds how many spins to skip in its low half, and the evidence for
// brief sections in its high half. Goroutines that change it at the same time
// overwrite each other, which delays the lesson and no more.
type pace struct{ word atomic.Uint32 }

const (
	// skipAfterFailure is how many slow acquisitions park at once after a spin
	// in vain; the next one probes again.
	skipAfterFailure = 16

	quantumUsual = 40 * time.Nanosecond
	quantumBrief = 800 * time.Nanosecond

	// Evidence rises at a success on the first look and falls at any other. Of
	// spins for sections of 30 ns, one in four is of the first kind, and one in
	// ten while the quantum is long, since the first look then comes after a long
	// look away and finds the owner in its next section. For sections of 100 ns to
	// 1 µs it is one in fifty to twenty-five, and more on machines where a cache
	// line takes longer to arrive. So evidence grows if it is more than one in
	// five before it tells, and shrinks if it is less than one in thirteen after.
	briefRise = 8
	briefHold = 24
	briefFall = 2
	briefFull = 255
	briefFrom = 128
)

func split(word uint32) (skip, brief uint32) { return word & 0xffff, word >> 16 }
func joined(skip, brief uint32) uint32       { return brief<<16 | skip }

// promising reports whether a spin is worth it.
func (p *pace) promising() bool {
	word := p.word.Load()
	skip, brief := split(word)
	if skip == 0 {
		return true
	}
	p.word.Store(joined(skip-1, brief))
	return false
}

// quantum returns how long to look away between two looks.
func (p *pace) quantum(why purpose) time.Duration {
	if _, brief := split(p.word.Load()); why == locking && brief >= briefFrom {
		return quantumBrief
	}
	return quantumUsual
}

// succeeded notes that a spin acquired the lock after so many looks in vain.
// Trylocks teach nothing: they look more often than is good for brief sections,
// since they have no second chance.
func (p *pace) succeeded(why purpose, looks int) {
	if why == trying {
		return
	}
	word := p.word.Load()
	_, brief := split(word)
	switch {
	case looks > 0:
		brief -= min(brief, briefFall)
	case brief < briefFrom:
		brief += briefRise
	default:
		brief = min(briefFull, brief+briefHold)
	}
	if now := joined(0, brief); now != word {
		p.word.Store(now)
	}
}

// failed notes that a spin was in vain.
func (p *pace) failed(why purpose) {
	if why == trying {
		return
	}
	_, brief := split(p.word.Load())
	p.word.Store(joined(skipAfterFailure, brief))
}
