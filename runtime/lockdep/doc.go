// Package lockdep checks, while tests run, in which orders a program takes its
// locks, and reports a deadlock that could happen although none did. One run is
// enough: it remembers that B was locked while A was held, and reports when A is
// locked while B is held, in whatever test that is. It is named after the
// checker of the Linux kernel, whose rules it follows where Go allows.
//
// There are two ways to use it. The first changes nothing in the program and sees
// every lock in it; the second can say more about a lock.
//
// # Unmodified code
//
//	go install github.com/lockvet/lockvet/cmd/lockvet@latest
//	lockvet test ./...
//
// This is go test -race with every sync.Mutex and sync.RWMutex under watch, those
// of dependencies and of the standard library included. All flags of go test
// follow as usual. It prints
//
//	LOCKDEP: locks are taken in a circular order, a deadlock: feed.Cache.mu -> feed.Hub.mu -> feed.Cache.mu
//	  feed.Hub.mu is locked by goroutine 21 (TestFollow) at
//	    example.com/feed.(*Hub).Subscribe
//	      feed.go:19
//	    example.com/feed.(*Cache).Follow
//	      feed.go:63
//	  while it holds feed.Cache.mu, read-locked at
//	    example.com/feed.(*Cache).Follow
//	      feed.go:61
//	  feed.Cache.mu is locked by goroutine 20 (TestPublish) at
//	  ...
//	  while it holds feed.Hub.mu, locked at
//	  ...
//
// and makes the tests fail. Neither test hung, and go test -race was content; but
// a Follow and a Publish at the same time can each hold what the other waits for.
//
// Locks are known by class, the field or variable in which they are, under the
// name that lockvet's analyzers give it: what two tests do with two different
// caches adds up. The class comes from the source. Where that does not tell it,
// as in a function that locks whatever it is given, the lock makes no orders.
// What several test binaries do adds up as well: a cycle that none of them has
// seen whole is reported after the run.
//
// "lockvet help test" lists the flags. It works with Go 1.25 and 1.26, and refuses
// others. "lockvet test -print-overlay ./..." prints the name of a file for those
// who prefer to call go test -overlay themselves, say through GOFLAGS.
//
// # Locks of this package
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
// other; do not.) Under lockvet test they are aliases too, and sync's are watched.
//
// What is seen of one lock holds for that lock alone, unless [SetClass] has given
// it the name of a class. Two locks of one class may be taken in any order that is
// never turned round, such as that of a number, or parent before child; where the
// same two are taken both ways, [LockNested] says that something else keeps them
// in order. [AssertHeld] and its like say what a function expects of its callers.
// A [Tracker] makes a lock of your own known; package adaptive has one.
//
// # What happens with a report
//
// It goes to the standard error output. Under go test it ends the process with
// status 1, unless TestMain calls [Main], which lets the tests go on and then
// fails; lockvet test needs no Main. The environment variable LOCKDEP overrides:
// warn prints only, fail fails outside tests as well, off turns the checks off.
// [OnReport] takes the reports instead.
//
// Each is made once. A report about a cycle has the stacks of each of its orders,
// from when it was first seen, with the goroutine and the test.
//
//	deadlock        Locks are taken in a circular order. Two goroutines that do so
//	                at the same time wait for each other. Choose one order, or
//	                release the first lock before the second is taken.
//	livelock        The same, but one of them polls with TryLock until it
//	                succeeds, holding the other lock. Let go of it before the next
//	                attempt, or lock in order.
//	bounded spin    The same with a trylock that spins for a bounded time. It costs
//	                that time whenever the two meet. Fall back in order at once.
//	double lock     A goroutine locks what it holds. It is reported before it hangs.
//	                Split off a function that expects the lock to be held.
//	upgrade         A goroutine locks what it holds for reading. The same. Release,
//	                lock, and look again.
//	recursive read  A goroutine reads again what it holds for reading, and some code
//	                locks it for writing: a writer that waits between the two makes
//	                the second wait, for ever. Read-lock once.
//	wrong mode      RUnlock of what is held by Lock, or Unlock of what is by RLock.
//	held at exit    A goroutine has ended with a lock, and nobody has released it:
//	                a way out without Unlock. (Under lockvet test, or with Main.)
//	not held, held  An assertion failed.
//
// # What is no fault
//
// A TryLock against the order, since it does not wait; what is acquired under a
// lock is in order with it, however that was acquired. Two orders that never
// meet, because both hold a third lock. Readers in any order, as long as nobody
// writes. A lock that one goroutine acquires and another releases: it takes no
// part in orders from then on, and what was said of it before is taken back where
// that is possible. Locks that were reset, pooled or collected: a lock is known by
// what is stored in it, or by its class, not by its address. What tests do to
// locks themselves, against what the code they test does.
//
// An order that is safe for another reason, which no acquisition shows, is
// accepted with the flag -accept of lockvet test, or by LockNested.
//
// # Several processes
//
// If LOCKDEP_GRAPH names a directory, each test binary leaves the orders it has
// seen there as a file, for package lockgraph to read and merge: with lockvet test
// always, and otherwise if [Main] or [WriteGraph] is called.
//
// # Cost
//
// Time as a multiple of package sync's, on two processors of an AMD EPYC (Zen 4)
// with Go 1.26.8, the median of eleven interleaved rounds of bench/:
//
//	                          one lock  two nested  five nested  RLock
//	this package, race         1.08      1.07        1.14         1.12
//	go-deadlock 0.3.9, race    25        29          42           33
//	linkdata 0.5.5, race       14        16          20           17
//	this package, lockdep      3.0       2.9         3.1          3.5
//	go-deadlock                210       236         323          210
//	linkdata                   131       155         225          128
//	lockvet test, race         1.02      1.10        1.10         1.13
//	lockvet test, no race      4.5       4.3         4.4          4.4
//
// "race" is with the race detector, which sync has to bear as well: a pair of Lock
// and Unlock takes 150 ns with it and 4.2 ns without. What other goroutines hold
// makes no difference. The tests of net/http and of database/sql take 1.00 and 1.02
// times what they take under go test -race. A new order costs some microseconds,
// once, and a few hundred bytes; an order that is known allocates nothing. A
// thousand locks in turn under one are slower, since each pair has to be looked up
// in memory that is not in a cache: 1.3 under lockvet test, 4 here.
//
// # Limits
//
// What the tests do not execute is not seen. Waiting for a channel, a WaitGroup
// or a Cond with a lock held is not judged. An attempt counts as polling only
// after it has failed a thousand times in a row. A goroutine that holds more than
// 48 locks adds no orders.
//
// Of lockdep.Mutexes without a class that are first acquired at one place, the
// first thousand are told apart for good, and of later ones the last few hundred.
//
// Under lockvet test, two locks of one class have no order, since an address does
// not tell whether a lock is still the same one. A cycle through a class of which
// a goroutine has held two locks at once, as in a tree, is reported only where it
// is closed by the same lock, and not across processes. A Tracker does nothing
// there: of a lock of your own, the sync.Mutex inside is seen. The locks of the
// runtime, and of sync.Map, are not seen. A process that is killed leaves nothing.
//
// The race detector's findings stay as they are: the checker is invisible to it
// and orders nothing.
package lockdep
