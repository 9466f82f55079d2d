package main

// testHelp is the answer to lockvet help test.
const testHelp = `Lockvet test runs go test and watches every lock of package sync that the test
binaries take, in the program, its dependencies and the standard library alike.
Nothing has to be changed or imported for it.

Usage:

	lockvet test [flags] [packages] [go test flags]

For example, lockvet test ./... where you would say go test ./... All flags of go
test may be used, and go test does with them what it always does. If one test
locks A before B and another locks B before A, that is reported, although
neither test hangs: the two could meet in production.

Flags of its own, which may stand anywhere before -args:

	-mode warn|fail   print reports only, or make the tests fail (the default)
	-race=false       do without the race detector, which is on by default where
	                  there is one; faster, and needs no C compiler
	-graph FILE       write the orders in which locks were taken to FILE
	-accept 'A -> B'  B may be locked while A is held, for reasons that the tests
	                  do not show. A and B are locks as reports name them. May be
	                  repeated
	-C dir            change to dir before anything else
	-print-overlay    print the name of the file to give to go test -overlay, and
	                  run nothing

A package in a directory called test is named ./test. A flag of your own test
binary that has one of these names goes after -args.

Reports go to standard error after the output of go test, each once. A cycle
that no test binary saw whole, but that several make up, is reported as well.
The exit status is that of go test; if that is 0 and there was a report, it is 1,
unless the mode is warn; it is 2 if the command line is wrong.

How to read a report: its first line says what is wrong, and which locks take part.
A lock is called by the field or variable that holds it, as in example.com/p.T.mu,
and that stands for all objects of the type. A cycle A -> B -> A comes with two
orders, or one for each arrow if it is longer: the stack of who has locked B, the
test that it was, and where A was locked, which was held. No two of these goroutines
have waited for each other yet.

What to do:

	locks are taken in a circular order, a deadlock
	                  Choose one order. Or release the first lock before the
	                  second is taken.
	a lock is polled against the order of other code, a livelock
	                  Release the lock that is held before TryLock is called again.
	a goroutine locks what it holds
	                  It hangs. Split off a function that expects the lock to be
	                  held, and call that.
	a goroutine locks what it holds for reading
	                  It hangs. Call RUnlock first, then Lock, and look again.
	a goroutine reads again what it holds for reading
	                  It hangs if another one calls Lock in between. Call RLock
	                  once, and split off a function that expects that.
	a lock is released in another mode than it is held
	                  Call Unlock after Lock, and RUnlock after RLock.
	a goroutine has ended with a lock that nobody has released
	                  Look for a return, or a panic, that passes by the Unlock.

If a cycle cannot happen, because something else keeps its goroutines apart, accept
one of its orders with -accept.

A lock makes no orders if the source does not tell what it is called: where code
locks what an interface, or a slice of pointers, happens to hold, or two different
locks in one line. Nor does a lock that one goroutine locks and another unlocks. Two
locks that are called the same make no orders with each other.

How it works: go test compiles packages sync, runtime and testing with changes
from an overlay (go help build), which is made for the toolchain in use and kept
in the user's cache directory. GOROOT and the module are not touched. The first
run compiles the standard library once more, later runs do not. Results of tests
are never taken from the cache, unless -count says so. The build tag
lockdep_overlay is set. The coverage of packages sync and runtime cannot be
measured, and -overlay cannot be used besides.

Environment variables:

	LOCKDEP           the mode, if there is no -mode; off turns the checks off
	LOCKDEP_GRAPH     a directory in which the test binaries leave their reports
	                  and orders; by default it is temporary. One that is kept
	                  makes orders of different runs add up

Locks of package sync are seen, and what is built on them. Locks inside of the
runtime, and package sync.Map's own, are not. A process that is killed, or ends
by a fatal error of the runtime, leaves no orders.
`
