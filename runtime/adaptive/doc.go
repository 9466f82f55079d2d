// Package adaptive provides a mutex that spins while that pays, and that has a
// spinning trylock which is safe to use against the lock order, because it
// gives up by rule.
//
// [Mutex] is a [sync.Mutex] with three more ways to acquire it:
//
//	TryLockSpin()     tries for some microseconds, never parks
//	TryLockFor(d)     waits for at most d
//	LockContext(ctx)  waits until ctx ends
//
// # When to use it
//
// Where a lock is contended by few goroutines that really run at the same time
// and hold it for 100 ns to 10 µs, it is faster than sync.Mutex. Where a failed
// TryLock costs an unlock, a relock, and work done again, TryLockSpin saves most
// of that. And where a wait for a lock has to end with a context.
//
// Elsewhere sync.Mutex is as good: uncontended, with sections below 100 ns, with
// GOMAXPROCS=1, with many more goroutines than processors, and where the holder
// often sleeps or waits for I/O. A Mutex takes 24 bytes, a sync.Mutex 8.
//
// # Trylocks against the order
//
// Suppose that everybody locks b before a, and that you hold a and need b. To
// spin for b is to risk that b's owner waits for a, that is, for you. In 2011 a
// proposal to let the Linux kernel's mutex_trylock spin while the owner runs was
// withdrawn for that reason: two such owners spin for each other and never stop.
//
// TryLockSpin stops as soon as b's owner is seen to wait for an adaptive mutex,
// spinning or parked. The rule discussed in 2011 was that the owner be seen to
// spin; a model of the protocol shows that this is not enough, since the owner
// may be parked. In any case TryLockSpin stops after about 8 µs.
//
// That ends the trylock, but not yet the conflict. Whoever then lets go of a and
// starts over at once can fail again and again while the other side works, and
// both can keep each other from finishing. So after a failure, fall back in
// order: let go of a, lock b, lock a, and check again what you had found under a.
//
//	a.Lock()
//	if !b.TryLockSpin() {
//		a.Unlock()
//		b.Lock()
//		a.Lock()
//		// a was free for a moment: check again
//	}
//
// lockvet's analyzer trylockorder reports the trylocks that start over.
//
// Only waits for adaptive mutexes are seen. If b's owner waits for a, and a is
// a sync.Mutex, every such meeting costs the 8 µs; trylockorder reports that,
// too. The other direction is harmless: sometimes TryLockSpin stops although the
// owner does not wait, because another goroutine with the same hash does. With n
// goroutines waiting for adaptive mutexes in the whole program, that happens to
// about n in 1024 spins.
//
// # What the owner is
//
// A lock remembers the goroutine that acquired it last. That is advice and
// nothing else. It is stale from an acquisition until it is noted, some
// instructions later. It stays after the lock was released, and after it was
// handed to another goroutine to unlock. It is compared and hashed, never
// followed. Neither deadlock by locking twice nor unlocking by a stranger is
// detected; sync.Mutex does not do that either.
//
// # Waiting with an end
//
// TryLockFor and LockContext spin as Lock does, and then wait in the lock's
// queue like everybody else, by means of a goroutine that waits in their place.
// If the wait ends without the lock, that goroutine stays until the lock is free
// and serves the next one who waits meanwhile. There are never more of them than
// goroutines waited at one time, but a test that looks for leaked goroutines can
// see one while the lock is held. In a bubble of testing/synctest, time does not
// advance while a goroutine waits for a mutex, this one included.
//
// # Counters
//
// [Audited] is the same lock with counters: how often it was acquired at once,
// by spinning and after parking, why spins ended without it, and the longest
// spin. Built with -tags adaptive_audit, Mutex is Audited throughout the
// program.
//
// # Builds
//
// On amd64 and arm64 the package uses a few lines of assembly and three
// functions of the runtime, which internal/machine lists with the reasons. With
// -tags purego, and on other architectures, it uses neither. It does not know
// owners there, TryLockSpin is bounded by the 8 µs alone, and spins do not end
// when another goroutine needs the processor.
//
// Built with the race detector, a Mutex establishes the orders that a sync.Mutex
// does and no others: its own bookkeeping hides no race. In the mutex profile,
// contention shows under the function that unlocks, as for sync.Mutex. Spinning
// is not in the profile, which only knows parked goroutines.
//
// # Why it is right
//
// Exclusion, parking, waking and fairness are those of a sync.Mutex inside. All
// else decides how long a goroutine tries before it parks or gives up, and can
// be wrong without harm. The rules are in spin.go, each named where it is
// applied. What remains to show is that TryLockSpin ends early in opposed
// orders, and that nobody is forgotten.
//
// Let T hold a and try b, while U holds b and waits for a. U noted itself as b's
// owner with a release store, and announced itself afterwards with an atomic
// addition, which is a full barrier; U takes the announcement back when it has
// a, so not before T gives up. T announces itself the same way and then reads
// b's owner and that owner's announcement, on each look. Atomic operations have
// one order. If U's announcement comes before T's, T sees owner and
// announcement on its first look. If not, and U is trying too, U sees T on its
// own first look. And if U parks, T sees it on the first look after the two
// stores have arrived. The cap covers the rest: an owner not noted yet, a lock
// that is busy although everybody gets on, and builds without owners.
//
// The directory model holds the protocol in Promela, where each step quotes the
// line of code that it stands for; a test holds the quotes to the code. The model
// checker SPIN visits all interleavings of two or three goroutines. It finds:
//
//	mutual exclusion, no deadlock, no lost wake-up         holds
//	a TryLockSpin returns, without bail-out and cap        fails: a cycle
//	... if it bails out when the owner spins               fails: the owner can be parked
//	... if it bails out when the owner waits               holds
//	... with the cap alone                                 holds
//	... whatever the others do, with both                  holds
//	... whatever the others do, without the cap            fails: others get on at its expense
//	a TryLockSpin against a TryLockSpin                    holds
//	... if they did not announce themselves                fails: a cycle
//	somebody gets on, if all start over after a failure    fails: a cycle
//	somebody gets on, if all fall back in order            holds
//	the same with three locks in a circle                  holds
//	LockContext and TryLockFor: no lock leaked, nobody
//	stranded, a wait whose time has come ends              holds
//
// model/README.md lists all 50 configurations, and model/check runs them.
package adaptive
