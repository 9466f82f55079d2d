// Package core decides what a lock acquisition tells. It knows goroutines, the
// locks that they hold and the orders seen so far, and nothing of where the
// acquisitions come from or how a report looks.
//
// It has two front ends. Package lockdep imports it. The overlay of lockvet
// test carries a copy of it inside a package of the standard library, which
// cannot import a module. So it carries all files but those named host*.go, and
// has a host.go of its own with what the others need of their surroundings. They
// import nothing, but for text.go, which writes reports.
//
// # Rules for this code
//
// It runs inside Lock and Unlock of a program that the race detector may watch.
// Every function is marked go:norace, and none uses maps, append, copy or
// atomic operations: the first three report races even so, the last would order
// goroutines that the program does not order, and hide its races.
//
// A record of a goroutine is changed by that goroutine only. All else is
// changed between enter and leave, and the chain cache alone is read outside:
// what it holds is one word, and a stale one costs a slow path.
package core

var (
	off     bool          // nothing is looked at
	Deliver func(*Report) // gets each report, with the core unlocked
)

// TurnOff makes the core ignore what it is told. Call it before any lock is
// used: no lock gets an identity then, and those without are not looked at.
func TurnOff() { off = true }

// tell hands reports to the front end, whose handler may panic or end the
// goroutine. Then the lock that was wanted is not waited for.
//
//go:norace
func (g *Goroutine) tell(r *Report) {
	told := false
	defer g.told(&told)
	for ; r != nil; r = r.Next {
		if Deliver != nil {
			Deliver(r)
		}
	}
	told = true
}

//go:norace
func (g *Goroutine) told(completely *bool) {
	if !*completely && g.n > 0 && g.held[g.n-1].waiting {
		g.n--
	}
	g.busy = false
}
