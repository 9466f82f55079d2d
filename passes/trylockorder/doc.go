// Package trylockorder defines an analyzer that reports trylocks taken against
// the lock order.
//
// # Analyzer trylockorder
//
// trylockorder: report TryLock loops that go against the order of other locks
//
// TryLock is the usual way to take a lock against the order of other code: it
// cannot deadlock, since it does not wait. Repeat it until it succeeds, and it
// waits after all. This analyzer finds circular lock orders of which at least
// one step is a trylock, and judges what happens when that trylock fails.
//
// # Example
//
//	type Page struct {
//		mu    sync.Mutex
//		table *Table
//		dirty bool
//	}
//
//	type Table struct {
//		mu    sync.Mutex
//		pages []*Page
//	}
//
//	func (p *Page) Flush() {
//		p.mu.Lock()
//		defer p.mu.Unlock()
//		p.dirty = false
//		p.table.mu.Lock() // page.go:20
//		defer p.table.mu.Unlock()
//	}
//
//	func (t *Table) Evict(p *Page) {
//	again:
//		t.mu.Lock()
//		if !p.mu.TryLock() { // page.go:27
//			t.mu.Unlock()
//			goto again
//		}
//		p.mu.Unlock()
//		t.mu.Unlock()
//	}
//
// Flush takes the page and then the table, Evict the table and then the page.
// The report is one line, wrapped here:
//
//	page.go:27:6: trylock against the lock order, retried at once:
//	safe only while TryLock does not spin,
//	and burns a CPU while the other side is busy:
//	Page.mu -> Table.mu -> Page.mu:
//	Page.mu tried again and again at page.go:27
//	while Table.mu is held since page.go:26;
//	Table.mu locked at page.go:20
//	while Page.mu is held since page.go:17
//	(by lock class)
//
// While Flush has the page and waits for the table, Evict goes round and round
// and burns a CPU, until Flush gets the table between two attempts. With a
// TryLock that spins for a while before it fails it would be worse: Evict would
// have the table nearly all the time, spinning on a page whose owner waits for
// the table, and could start over for ever.
//
// The safe fallback is to let go and then wait for both locks in the order of
// the other side:
//
//	func (t *Table) Evict(p *Page) {
//		t.mu.Lock()
//		if !p.mu.TryLock() {
//			t.mu.Unlock()
//			p.mu.Lock()
//			t.mu.Lock() // look again: both were free in between
//		}
//		t.mu.Unlock()
//		p.mu.Unlock()
//	}
//
// To give up, to sleep before the next attempt, or to limit the attempts by a
// number, a deadline or a context is safe too. A call of runtime.Gosched is not
// enough: the attempts still follow each other at once.
//
// # Verdicts
//
// What the report says depends on the steps of the circle. The first line of
// these that applies decides.
//
//   - A step tries once and gives up, falls back in order, backs off or is
//     bounded: avoidance, harmless and not reported. With -trylockorder.spin it
//     is: "harmless while TryLock tries once, but not if it spun".
//   - A step spins for a bounded time and then gives up or falls back:
//     "it burns its whole spin time whenever the two sides meet". Not reported
//     if all locks of the circle are adaptive mutexes (package runtime/adaptive
//     of this module), whose spinners see that the owner waits and give up.
//   - A step spins, lets go and starts over: "a livelock: each owner spins on
//     the other and starts over".
//   - All steps are trylocks that let go and start over at once: "both retried
//     at once: a livelock, each side can fail for ever".
//   - A step is a trylock that lets go and starts over at once, and others
//     wait: "retried at once: safe only while TryLock does not spin", as above.
//   - A trylock is repeated until it succeeds with the other lock held all the
//     time: "a livelock: it is polled while the other side waits". To the
//     program it is a deadlock that uses a CPU.
//   - All steps wait: a deadlock, which lockorder reports.
//
// A lock that was taken by TryLock is held like any other: what is locked under
// it is ordered after it.
//
// # Reading a report
//
// After the verdict stand the ring and the evidence for each of its steps, as
// in lockorder's reports, with how each lock is taken: "locked", "tried again
// and again", "polled until it is locked", "spun on" or "tried". "By lock class"
// means that the locks are struct fields or elements: the orders are certain
// for objects of these classes, as in Linux lockdep, but not that one and the
// same pair of objects meets in both. A report stands at the trylock.
//
// # Not reported
//
// All that lockorder does not report for its circles: orders that a gate lock
// keeps apart (as in the Goodlock algorithm), readers without a writer, objects
// that are not shared yet, orders between two objects that the code sets up,
// circles that are half test, half not, or wholly in other modules. A trylock
// in the order that everyone else has is right however often it is repeated.
//
// # Accepting an order
//
// The directives are lockorder's, and each of the two names accepts the order
// for both analyzers:
//
//	//lint:ignore trylockorder pages are locked for a few instructions only
//	if !p.mu.TryLock() {
//
// on the line of the trylock or the line above takes the step out of every
// circle, here and in importing packages. //lint:file-ignore does so for a file.
//
// # Flags
//
//	-trylockorder.deps true
//		also report circles that lie wholly in other modules
//	-trylockorder.deps example.com/a,example.com/b
//		also report those that lie in these two
//	-trylockorder.spin	what if every TryLock spun: report avoidance too
//	-trylockorder.spinning names
//		functions and methods that are spinning trylocks, separated by commas,
//		such as example.com/spin.Mutex.TryLockFor; they return a bool.
//		TryLockSpin of the module's own adaptive.Mutex is known
package trylockorder
