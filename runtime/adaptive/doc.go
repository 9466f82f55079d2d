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
// GOMAXPROCS=1, and where the holder often sleeps or waits for I/O. On more than
// two processors it has not been measured. A Mutex takes 24 bytes, a sync.Mutex 8.
// The figures are below.
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
// TryLockSpin fails at once where spinning has no place: another goroutine spins
// for the lock already, a goroutine is queued on this processor, or no other
// processor is running. In a busy program, most failures are of this kind.
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
// queue like everybody else, by means of a proxy, a goroutine that waits in
// their place. That costs a goroutine and a channel more than to park.
//
// If the wait ends without the lock, the proxy stays until the lock is free, and
// serves the next one who waits meanwhile, before those who came to Lock in the
// meantime. There are never more of them waiting than goroutines waited at one
// time. But until they are gone the lock is in use:
//
//   - After a wait that failed, do not overwrite or recycle the memory of the
//     lock before it has been locked and unlocked again. A proxy that wakes up
//     on a new lock waits for ever, or takes the wake-up of another goroutine.
//   - A test that looks for leaked goroutines can see a proxy.
//   - In a bubble of testing/synctest, time does not advance while a goroutine
//     waits for a mutex, and a proxy does: a wait for a lock that is not released
//     in the bubble before time has to advance hangs. A proxy belongs to the
//     bubble of whoever started it, so a lock that is shared between a bubble and
//     the outside must not be waited for with an end; the runtime stops the
//     program.
//
// # Counters
//
// [Audited] is the same lock with counters: how often it was acquired at once,
// by spinning and after parking, why spins ended without it, and the longest
// spin. In a program that is built with -tags adaptive_audit every Mutex has
// them, and [StatsOf] returns them:
//
//	expvar.Publish("orders.mu", expvar.Func(func() any {
//		s, _ := adaptive.StatsOf(&orders.mu)
//		return s
//	}))
//
// # Builds
//
// On amd64 and arm64 the package uses a few lines of assembly and three
// functions of the runtime, which internal/machine lists with the reasons. With
// -tags purego, and on other architectures, it uses neither. It does not know
// owners there, TryLockSpin is bounded by the 8 µs alone, and spins do not end
// when another goroutine needs the processor.
//
// With the race detector, or with the tag lockdep, a Mutex reports its use to
// package lockdep, which finds opposite orders. It counts an attempt that spins
// as one that is bounded, which is a fault only if the order it goes against has
// a lock that is no adaptive mutex.
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
//
// # Measured
//
// On an AMD EPYC (Zen 4) with two virtual processors, linux/amd64, Go 1.26.8,
// GOMAXPROCS=2 unless stated: time and CPU time for each operation in relation to
// sync.Mutex in the same round, median and quartiles of 25 interleaved rounds, by
// the command in the directory bench. Goroutines work as long outside the
// section as in it. Disturbed windows were taken again, which spares locks that
// spin. "-" stands for windows too short to tell CPU time.
//
//	                                          time              CPU               wanted
//	uncontended, in a loop                    1.09 [1.05 1.21]  -                 1.10
//	uncontended, in a function                1.14 [1.11 1.15]  -                 1.10
//	2 goroutines, section of 30 ns            1.03 [1.01 1.06]  -                 1.10
//	                        100 ns            0.79 [0.76 0.81]  -                 1.00
//	                        300 ns            0.71 [0.70 0.72]  -                 0.75
//	                          1 µs            0.76 [0.75 0.77]  -                 0.88
//	                         10 µs            0.95 [0.88 0.97]  -                 0.80
//	4 goroutines, 1 µs                        0.78 [0.69 0.84]  0.79 [0.76 0.82]  1.10, 1.05
//	16 goroutines, 1 µs                       0.77 [0.72 0.83]  0.82 [0.81 0.84]  1.10, 1.05
//	100 goroutines, 1 µs                      0.87 [0.79 0.90]  0.90 [0.86 0.92]  1.10, 1.05
//	2 goroutines, 1 µs, GOMAXPROCS=1          1.00 [1.00 1.00]  1.00 [1.00 1.00]  1.10, 1.05
//	8 goroutines, 1 µs, GOMAXPROCS=1          1.00 [1.00 1.00]  1.00 [1.00 1.00]  1.10, 1.05
//	2 goroutines, 1 µs, GOMAXPROCS=8          0.80 [0.75 0.90]  0.82 [0.78 0.84]  1.10, 1.05
//	8 goroutines, 1 µs, GOMAXPROCS=8          0.91 [0.78 1.04]  0.85 [0.78 0.93]  1.10, 1.05
//	trylock, or unlock and relock, 1 µs       0.66 [0.65 0.69]  -                 0.80
//	tree, hand over hand, 200 ns              0.62 [0.57 0.65]  -                 1.03
//	the same, 16 goroutines                   1.05 [0.98 1.11]  1.02 [1.00 1.06]  1.10, 1.05
//	directory, 100 goroutines                 0.99 [0.93 0.99]  1.00 [0.96 1.01]  1.10, 1.05
//	the owner sleeps now and then             1.00 [0.97 1.02]  0.98 [0.36 1.06]  1.10, 1.05
//	opposed orders with ordered fallback      0.99 [0.87 1.10]  -                 1.10
//
// Two are missed. A section of 10 µs cannot reach 0.80 on this machine:
// sync.Mutex takes 11.3 µs for a turn, of which 10 are the section, so 0.88 would
// be perfect, and a lock that does nothing but try reached 0.92. A longer cap and
// more frequent looks changed nothing. The uncontended function is 0.7 ns slower.
// Of that the owner is 0.1 ns; the rest is that Lock is called, where that of
// sync.Mutex is inlined, and that it reads the lock before it swaps.
//
// Others, for 300 ns, 1 µs, 16 goroutines at 1 µs, and the trylock:
//
//	a channel                   1.50  1.60  1.53  1.87
//	semaphore.Weighted          1.88  1.83  1.67  1.97
//	CAS and Gosched             0.72  0.77  0.71  0.77    at GOMAXPROCS=8: 2.05, CPU 2.38
//	a queue in place of token   0.71  0.76  0.84  0.68
//	sync.Mutex, tried for 8 µs  -     -     -     0.71    without a bail-out
//
// How long goroutines wait in Lock, in µs, with sections of 1 µs; sync.Mutex
// before the slash:
//
//	                median       99%          99.9%          longest
//	2 goroutines    0.86 / 0.20  1.6 / 0.2    1.7 / 0.9      160 / 160
//	4               0.86 / 0.13  1.6 / 0.2    190 / 480      14000 / 7700
//	16              0.86 / 0.06  1.6 / 260    8400 / 4200    31000 / 10000
//	100             0.86 / 0.08  1000 / 3800  31000 / 13000  34000 / 18000
//
// Jain's index of fairness in windows of 30 ms: 0.85 / 0.94 with 4 goroutines,
// 0.52 / 0.58 with 16, 0.18 / 0.59 with 100.
//
// A trylock that meets its opposite, and what it costs the other goroutine, in
// µs:
//
//	                              until it fails  the other one waits
//	sync.Mutex, one attempt       0.04            0.8
//	adaptive                      0.18            0.3
//	the cap without the bail-out  8.1             8.6
//	a loop of a million attempts  28000           28000
//
// # A queue of spinners
//
// In 2013 the kernel began to queue the spinners of a mutex (MCS), so that only
// the first one touches the lock. It was built for this lock as well, and is in
// the directory bench. On two processors it is no faster than the token, as the
// figures show. For more there is only a model of 2 to 32 processors, which
// bench prints with -manycore: in time the queue differs from the token by a
// tenth either way, and gains most, 0.83 against 0.92, with sections of 1 µs and
// eight times as much work outside on 8 to 32 processors. But with four and more
// of them it takes 1.4 to 2.4 times the CPU time of sync.Mutex when the lock is
// saturated, where the token takes 0.9 to 1.0. A queued goroutine that loses its
// processor also holds up those behind it. So the lock has a token.
package adaptive
