// Package lockdep checks, while tests run, in which orders a program takes its
// locks, and reports a deadlock that could happen although none did. One run is
// enough: it remembers that B was locked while A was held, and reports when A is
// locked while B is held, in whatever test that is. It is named after the
// checker of the Linux kernel, whose rules it follows where Go allows.
//
// # Use
//
// Write lockdep.Mutex for sync.Mutex and lockdep.RWMutex for sync.RWMutex, and
// run the tests with the race detector:
//
//	go test -race ./...
//
// With the build tag race, which -race sets, or lockdep, the types check.
// Without both they are aliases of those of package sync, and all functions here
// are empty: a release build does not know of this package. (So a
// *lockdep.Mutex can be passed as a *sync.Mutex in one build and not in the
// other; do not.)
//
// A report goes to the standard error output. Under go test it ends the process
// with status 1, unless TestMain calls [Main], which lets the tests go on and
// then fails. The environment variable LOCKDEP overrides: warn prints only, fail
// fails outside tests as well, off turns the checks off. [OnReport] takes the
// reports instead.
//
// # Reports
//
// Each is made once. One about a cycle has the stacks of each of its orders,
// from when it was first seen, with the goroutine and the test.
//
//	deadlock        Locks are taken in a circular order. Two goroutines that do so
//	                at the same time wait for each other. Choose one order.
//	livelock        The same, but one of them polls with TryLock until it
//	                succeeds, holding the other lock.
//	bounded spin    The same with a trylock that spins for a bounded time. It costs
//	                that time whenever the two meet.
//	double lock     A goroutine locks what it holds. It is reported before it hangs.
//	upgrade         A goroutine locks what it holds for reading. The same.
//	recursive read  A goroutine reads again what it holds for reading, and some code
//	                locks it for writing: a writer that waits between the two makes
//	                the second wait, for ever.
//	wrong mode      RUnlock of what is held by Lock, or Unlock of what is by RLock.
//	held at exit    A goroutine has ended with a lock, and nobody has released it.
//	not held, held  An assertion failed: [AssertHeld], [AssertRHeld], [AssertNotHeld].
//
// # What is no fault
//
// A TryLock against the order, since it does not wait; what is acquired under a
// lock is in order with it, however that was acquired. Two orders that never
// meet, because both hold a third lock. Readers in any order, as long as nobody
// writes. A lock that one goroutine acquires and another releases: it takes no
// part in orders from then on. Locks that were reset, pooled or collected: a lock
// is known by what is stored in it, not by its address.
//
// # Classes
//
// What is seen of one lock holds for that lock alone, unless [SetClass] has given
// it the name of a class: then an order of two locks is one of their classes, and
// an inversion is found across instances. Two locks of one class may be taken in
// any order that is never turned round, such as that of a number, or parent
// before child; where the same two are taken both ways [LockNested] says that
// something else keeps them in order.
//
// # Several processes
//
// Each test binary sees its own orders only. If LOCKDEP_GRAPH names a directory,
// [Main] writes what was observed there, one file for each process, which package
// lockgraph reads. An inversion of two processes is found in the sum of theirs.
//
// # Limits
//
// What the tests do not execute is not seen. Waiting for a channel, a WaitGroup
// or a Cond with a lock held is not judged. An attempt counts as polling only
// after it has failed a thousand times in a row. Of the locks that are first
// acquired at one place, the first thousand are told apart for good, and of later
// ones the last few hundred. A goroutine that holds more than 48 locks adds no
// orders.
//
// The race detector's findings stay as they are.
package lockdep
