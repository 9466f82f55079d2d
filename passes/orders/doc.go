// Package orders answers questions about the lock orders of a whole program. It is
// for drivers: its analyzer reports nothing, and its result is joined with those of
// the other packages to a [Program], which has the order graph, judges every
// trylock (Audit) and explains why there is an order or none (Why).
//
// # The audit
//
// A trylock that spins waits, if only for a moment, so it is as bad against the
// order of other code as a Lock: that is what killed the proposal to let the
// kernel's mutex_trylock spin. It is safe where no order leads from the lock that is
// tried to one that is held there. So [Program.Audit] asks of each trylock, for each
// lock held, what a spinning one would mean there:
//
//	safe     no order leads back, or what leads back cannot meet it
//	unsafe   it does, and the cycle proves it
//	unknown  no order is known to lead back, but on the way a call was met that
//	         could not be resolved and may run code that completes the cycle
//
// An unresolved call is one through an interface that says nothing about who
// implements it, such as io.Writer, or that many do; or of a function value that is
// stored out of sight. It counts if among the functions of the program that fit by
// name and signature is one that takes a lock from which the order leads on to the
// one that is held. Two such calls in a row are not followed. Calls through
// reflection, cgo and assembly are not seen at all.
//
// Locks are told apart by class, not by instance, as in Linux lockdep.
package orders
