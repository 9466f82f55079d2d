/*
 * The protocol of Lock and TryLockSpin, and its users at their worst: they take
 * the same locks in opposed orders.
 *
 *	two locks	worker 0 holds A and wants B, all others hold B and
 *			want A
 *	CIRCLE		worker 0 holds A and wants B, worker 1 holds B and wants
 *			C, worker 2 holds C and wants A
 *
 * The order of the locks is B, C, A. So worker 0 is out of order and has to use
 * TryLockSpin for its second lock; the others may use Lock.
 *
 * A comment that consists of a file name, a colon and code names the code that
 * a step stands for. A step is what the code does to memory that processes
 * share, and the steps of processes interleave in all ways. Time and the pace
 * are left out: where they decide, either outcome is possible.
 *
 * What the workers do:
 *
 *	WORKERS=n	there are n of them
 *	TRIERS=n	the first n use TryLockSpin for their second lock
 *	ORDERED		after a failure they unlock the first lock, then lock
 *			both in order; otherwise they try again
 *	OPS=n		each tries n times and ends; otherwise it never ends
 *
 * The rules:
 *
 *	BAIL_OUT	TryLockSpin applies the bail-out
 *	BAIL_OUT_SPINNING	it does so if the owner spins, but not if the
 *			owner is parked
 *	TRY_CAP=n	TryLockSpin ends after n pauses; otherwise never
 *	LOCK_CAP=n	the spin of Lock ends after n pauses; otherwise it may
 *			go on for ever
 *	SHARED		all workers share one entry of the waiting table
 *
 * The code has one cap for both kinds of spin. There are two flags because what
 * is shown of Lock without a cap is shown for all caps, and needs no counter.
 *
 * Progress is that a worker has got both its locks, and more with:
 *
 *	RETURNS		or that a TryLockSpin returns
 *	RETURNS_ALWAYS	claims that each TryLockSpin of worker 0 returns,
 *			however much progress others make
 *
 * Errors, which the check has to find:
 *
 *	BUG_STALE_PARK	inner parks although the lock has become free
 *	BUG_NO_OWNER	the fast path does not note the owner
 *	BUG_NO_ANNOUNCE	TryLockSpin does not announce
 *	BUG_NO_WITHDRAW	TryLockSpin does not withdraw after a failure
 */

#ifndef WORKERS
#define WORKERS	2
#endif
#ifndef TRIERS
#define TRIERS	1
#endif
#ifndef TRY_CAP
#define TRY_CAP	NONE
#endif
#ifndef LOCK_CAP
#define LOCK_CAP	NONE
#endif

#define A	0
#define B	1
#define C	2
#ifdef CIRCLE
#define LOCKS	3
#else
#define LOCKS	2
#endif
#define PARTIES	WORKERS

#include "inner.pml"

byte owner[LOCKS] = NONE;	/* spin.go: owner uintptr */
bool token[LOCKS];		/* spin.go: token atomic.Uint32 */

/* The waiting table. */
#ifdef SHARED
#define OF(w)	0
byte entry[1];
#else
#define OF(w)	(w)
byte entry[WORKERS];
#endif

/* OTHERS allows for the caller's own announcement if the entry is shared. */
#define OTHERS(w)	(entry[OF(w)] - (OF(w) == OF(me)) != 0)

#ifdef BAIL_OUT_SPINNING
#define WAITS(w)	(OTHERS(w) && parked[w] == 0)
#else
#define WAITS(w)	OTHERS(w)
#endif

inline announce() {
	entry[OF(me)]++		/* spin.go: waiting.Of(g).Begin() */
}

inline withdraw() {
	entry[OF(me)]--		/* spin.go: waiting.Of(g).End() */
}

/* note_owner is a step after the one that acquires the lock. Until then, and
   after the release, the owner is whoever had the lock last. */
inline note_owner(m) {
	owner[m] = me		/* owner_amd64.s: MOVQ AX, (CX) */
}

inline poll(m, trying, cap) {
	do
	::	inner_try_lock(m);		/* spin.go: got := l.inner.TryLock() */
		if
		:: got -> break			/* spin.go: return acquired */
		:: else
		fi;
#if defined(BAIL_OUT) || defined(BAIL_OUT_SPINNING)
		if
		:: trying ->			/* spin.go: case why == trying && l.ownerWaits(g): // bail-out */
			seen = owner[m];	/* spin.go: owner := atomic.LoadUintptr(&l.owner) */
			if
			:: seen != NONE && seen != me && WAITS(seen) ->	/* spin.go: return owner != 0 && owner != g && waiting.Of(owner).Others(waiting.Of(g)) */
				break		/* spin.go: return ownerWaits */
			:: else
			fi
		:: else
		fi;
#endif
		if
		:: polls == cap -> break	/* spin.go: case spent >= budget: // cap */
		:: polls != cap -> break	/* spin.go: if machine.NeedResched() { // resched */
		:: polls != cap ->
			polls = polls + (cap != NONE)	/* spin.go: spent += rest + 1 */
		fi
	od;
	polls = 0;
	seen = NONE
}

/* got is false before, and stays so if there is no poll. */
inline spin(m, trying, cap) {
	if
	:: true					/* spin.go: if !machine.CanSpin() { // resched */
	:: true ->
		if
		:: atomic { !token[m] -> token[m] = true };	/* spin.go: if !l.token.CompareAndSwap(0, 1) { // token */
			poll(m, trying, cap);	/* spin.go: end := l.poll(g, why, machine.Pauses(limit)) */
			token[m] = false	/* spin.go: l.token.Store(0) */
		:: token[m]			/* spin.go: return tokenTaken */
		fi
	fi
}

inline lock(m) {
	inner_try_lock(m);			/* mutex.go: if m.inner.TryLock() { */
	if
	:: got ->
#ifdef BUG_NO_OWNER
		skip
#else
		note_owner(m)			/* mutex.go: noteOwner(&m.owner) */
#endif
	:: else ->				/* mutex.go: m.lockSlow(nil) */
		announce();			/* spin.go: announce(g) */
		if
		:: true				/* spin.go: return unpromising */
		:: spin(m, false, LOCK_CAP)	/* spin.go: return l.spin(g, locking, limit, a) */
		fi;
		if
		:: !got -> inner_lock(m)	/* spin.go: l.inner.Lock() */
		:: else
		fi;
		note_owner(m);			/* spin.go: noteOwner(&l.owner) */
		withdraw()			/* spin.go: withdraw(g) */
	fi
}

inline try_lock_spin(m) {
	inner_try_lock(m);			/* mutex.go: if m.inner.TryLock() { */
	if
	:: got ->
		note_owner(m)			/* mutex.go: noteOwner(&m.owner) */
	:: else ->				/* mutex.go: return m.tryLockSpinSlow(nil) */
#ifndef BUG_NO_ANNOUNCE
		announce();			/* spin.go: announce(g) */
#endif
		spin(m, true, TRY_CAP);		/* spin.go: why := l.spin(g, trying, spinCap, a) */
		if
		:: got -> note_owner(m)		/* spin.go: noteOwner(&l.owner) */
		:: else
		fi;
#ifdef BUG_NO_WITHDRAW
		if
		:: got -> withdraw()
		:: else
		fi
#endif
#if !defined(BUG_NO_WITHDRAW) && !defined(BUG_NO_ANNOUNCE)
		withdraw()			/* spin.go: withdraw(g) */
#endif
	fi
}

inline unlock(m) {
	inner_unlock(m)				/* mutex.go: m.inner.Unlock() */
}

#ifdef RETURNS_ALWAYS
bool in_try;	/* worker 0 is in a TryLockSpin */
ltl returns_always { [] (in_try -> <> !in_try) }
#define IN_TRY(value)	if :: me == 0 -> in_try = value :: else fi
#else
#define IN_TRY(value)	skip
#endif

proctype worker(byte me, one, other) {
	bool got, in_order;
	byte first, second, polls, ops;
	byte seen = NONE;

	do
#ifdef OPS
	:: ops == OPS -> break
	:: ops < OPS -> ops++;
#else
	:: true ->
#endif
		first = one;
		second = other;
		in_order = me >= TRIERS;
again:
		lock(first);
		if
		:: in_order ->
			lock(second)
		:: else ->
			IN_TRY(true);
			try_lock_spin(second);
			IN_TRY(false);
#ifdef RETURNS
progress_returned:
			skip
#endif
		fi;
		if
		:: got ->
			assert(holder[first] == me && holder[second] == me);
progress_used:
			unlock(first);
			unlock(second)
		:: else ->
			assert(holder[second] != me);
			unlock(first);
#ifdef ORDERED
			in_order = true;
			if
			:: me == 0 -> first = other; second = one
			:: else
			fi;
			goto again
#endif
		fi
	od
}

init {
	atomic {
		run worker(0, A, B);
#ifdef CIRCLE
		run worker(1, B, C);
		run worker(2, C, A)
#else
		run worker(1, B, A);
#if WORKERS > 2
		run worker(2, B, A)
#endif
#endif
	};
	/* When all have ended, nothing is left over. */
	_nr_pr == 1;
	assert(INNER_AT_REST(A) && !token[A] && INNER_AT_REST(B) && !token[B]);
#ifdef CIRCLE
	assert(INNER_AT_REST(C) && !token[C]);
#endif
	assert(entry[OF(0)] == 0 && entry[OF(1)] == 0 && entry[OF(WORKERS - 1)] == 0)
}
