// Package waiting is the table in which goroutines announce that they wait for
// a lock, spinning or parked alike. It answers the one question that makes a
// spinning trylock safe: does the owner of the lock that I spin for wait, too?
//
// A goroutine counts its entry up before it waits and down after it has the
// lock or has given up. Entries are shared by goroutines whose hashes agree,
// so the table can say that a goroutine waits when it does not; a spinner then
// gives up for nothing. It cannot say the opposite.
package waiting

import "sync/atomic"

// bits sets the size of the table. With n goroutines waiting somewhere, a
// spinner gives up for nothing with a probability of about n in 1<<bits.
const bits = 10

// An Entry counts the waits of the goroutines that share it.
type Entry struct {
	n atomic.Int32
	_ [124]byte // two cache lines to itself, since lines are fetched in pairs
}

var table [1 << bits]Entry

// Of returns the entry of goroutine g.
func Of(g uintptr) *Entry {
	// Fibonacci hashing. Descriptors of goroutines are far apart, so their low
	// bits say nothing.
	const golden = 0x9E3779B97F4A7C15
	return &table[uint64(g>>4)*golden>>(64-bits)]
}

// Begin announces that a goroutine of this entry waits. It is a full barrier:
// who sees the announcement sees all that the goroutine wrote before.
func (e *Entry) Begin() { e.n.Add(1) }

// End takes an announcement back.
func (e *Entry) End() { e.n.Add(-1) }

// Others reports whether a goroutine of this entry waits, besides one that has
// announced itself in the entry mine.
func (e *Entry) Others(mine *Entry) bool {
	n := e.n.Load()
	if e == mine {
		n--
	}
	return n != 0
}

// Idle reports whether no goroutine waits at all. It is for tests, which know
// that everything is at rest.
func Idle() bool {
	for i := range table {
		if table[i].n.Load() != 0 {
			return false
		}
	}
	return true
}
