/*
 * The protocol of TryLockFor and LockContext: waiters that may give up, and
 * proxies that wait in inner for them. Lockers, which call Lock, compete with
 * both for the one lock L.
 *
 * A comment that consists of a file name, a colon and code names the code that
 * a step stands for. All that the code does under a shard's mutex is one step,
 * since nobody else can look at the queue meanwhile. The lock's advice, which
 * is owner, token and announcements, is left out; mutex.pml has it. What is
 * left of a spin is that it may get the lock.
 *
 *	WAITERS=n	number of waiters
 *	LOCKERS=n	number of lockers
 *	OPS=n		calls that each of them makes
 *	FIRST_OPS=n	calls that waiter 0 makes
 *	KEPT		the first locker never unlocks
 *
 *	RETURNS		claims that waiter 0, when its time may end, returns
 *
 * Errors, which the check has to find:
 *
 *	BUG_BLIND	a waiter gives up without asking whether the lock has
 *			been granted at the same time
 *	BUG_AWAITS	a waiter whose time ends waits for the grant
 *	BUG_OLD_GRANT	a grant that comes late is one for the next call
 *	BUG_ONE_PROXY	one proxy is thought to be enough
 *	BUG_MORE_PROXIES	every call starts a proxy
 *	BUG_KEEPS	a proxy that finds no waiter keeps the lock
 */

#ifndef WAITERS
#define WAITERS	2
#endif
#ifndef LOCKERS
#define LOCKERS	1
#endif
#ifndef OPS
#define OPS	1
#endif
#ifndef FIRST_OPS
#define FIRST_OPS	OPS
#endif

/* A proxy that has served may still be busy when its waiter makes the next call,
   so there may be as many as calls. */
#define PROXIES		(FIRST_OPS + (WAITERS - 1) * OPS)
#define FIRST_PROXY	(WAITERS + LOCKERS)

#define MINE		(me - FIRST_PROXY)

#define L	0	/* the lock */
#define LOCKS	1
#define PARTIES	(WAITERS + LOCKERS + PROXIES)

#include "inner.pml"

/* The queue of the lock. */
chan line = [WAITERS] of { byte };	/* who waits, the oldest first */
byte waiters;		/* timed.go: waiters int */
byte proxies;		/* timed.go: proxies int // waiters <= proxies */

/* The channel of a waiter's present call holds a value. */
bool granted[WAITERS];	/* timed.go: granted    chan struct{} */

/* The waiter whose channel a proxy is about to send on. It becomes NONE when
   the waiter's call ends before, as nobody looks at that channel any more. */
byte grantee[PROXIES] = NONE;

bool busy[PROXIES];	/* the goroutine exists */

/* What the checks know and the code does not. */
byte peak;		/* most waiters since the queue was made */
byte ended;		/* waiters and lockers that have ended */
bool impatient[WAITERS];	/* in a call whose time may end */

/* A variable that has a meaning within one atomic step only. */
hidden byte slot;

inline check_queue() {
	assert(waiters == len(line));
	assert(waiters <= proxies);	/* nobody is stranded */
	assert(proxies <= peak)
}

inline enter() {
	atomic {
		line!me;		/* timed.go: q.push(w) */
		waiters++;		/* timed.go: q.waiters++ */
		if
		:: waiters > peak -> peak = waiters
		:: else
		fi;
#if defined(BUG_ONE_PROXY)
		needed = proxies == 0;
#elif defined(BUG_MORE_PROXIES)
		needed = true;
#else
		needed = proxies < waiters;	/* timed.go: short = q.proxies < q.waiters */
#endif
		if
		:: needed -> proxies++	/* timed.go: q.proxies++ */
		:: else
		fi;
		check_queue()
	}
}

/* leave sets got to the opposite of what the code returns. */
inline leave() {
	atomic {
		if
		:: line??[eval(me)] ->
			line??eval(me);	/* timed.go: q.remove(w) */
			waiters--;	/* timed.go: q.waiters-- */
			got = false	/* timed.go: if was = w.queued; was { */
		:: else ->
			got = true;
#ifndef BUG_OLD_GRANT
			granted[me] = false;
			slot = 0;
			do
			:: slot == PROXIES -> break
			:: slot < PROXIES && grantee[slot] == me -> grantee[slot] = NONE; slot++
			:: else -> slot++
			od
#endif
		fi;
#ifdef BUG_BLIND
		got = false;
#endif
		check_queue()
	}
}

/* serve passes the lock on in the moment it takes the waiter from the queue. */
inline serve(w) {
	atomic {
		assert(proxies > 0);	/* or the code would not find the queue */
		if
		:: line?w ->		/* timed.go: if w = q.first; w != nil { */
			waiters--;	/* timed.go: q.waiters-- */
			assert(holder[L] == me);
			holder[L] = w;
			served = true
		:: empty(line) ->
			served = false
		fi;
		proxies--;		/* timed.go: if q.proxies--; q.proxies == 0 { */
		check_queue();
		if
		:: proxies == 0 -> peak = 0	/* timed.go: *at = q.next */
		:: else
		fi
	}
}

inline start_proxy() {
	atomic {
		slot = 0;
		do
		:: busy[slot] -> slot++
		:: else -> busy[slot] = true; break
		od
	}
}

inline retire() {
	grantee[MINE] = NONE;
	got = false;
	served = false;
	busy[MINE] = false
}

inline park_until() {
	enter();		/* timed.go: if s.enter(l, w) { */
	if
	:: needed -> start_proxy()	/* timed.go: go l.proxy() */
	:: else
	fi;
	if
	:: atomic { granted[me] -> granted[me] = false };	/* timed.go: case <-w.granted: */
		got = true	/* timed.go: got := true */
	:: impatient[me] ->	/* timed.go: case <-expired: */
		leave()		/* timed.go: got = !s.leave(l, w) */
#ifdef BUG_AWAITS
		;
		granted[me]
#endif
	fi
}

inline lock_until() {
	if
	:: inner_try_lock(L)	/* timed.go: why := l.spinPaced(g, min(limit, spinCap), a) */
	:: true
	fi;
	if
	:: !got -> park_until()	/* timed.go: got := why == acquired || parkUntil(l, expiry()) */
	:: else
	fi;
	if
	:: got && impatient[me] ->	/* timed.go: err = ctx.Err() */
		inner_unlock(L);	/* timed.go: l.inner.Unlock() */
		got = false
	:: true			/* TryLockFor, or a context that has not ended */
	fi
}

#ifdef RETURNS
ltl returns { [] (impatient[0] -> <> !impatient[0]) }
#endif

#define CALLS	(me == 0 -> FIRST_OPS : OPS)

proctype waiter(byte me) {
	bool got, needed;
	byte ops;

	do
	:: ops == CALLS -> break
	:: atomic {
			ops < CALLS ->
			ops++;
			if
			:: true			/* it has all the time it needs */
			:: impatient[me] = true
			fi
		};
		inner_try_lock(L);	/* mutex.go: if m.inner.TryLock() { */
		if
		:: !got -> lock_until()	/* timed.go: if !lockUntil(l, func() <-chan struct{} { return done }, spinCap, a) { */
		:: else
		fi;
		atomic {
			assert(got == (holder[L] == me));
			assert(got || impatient[me]);
			impatient[me] = false;
			needed = false
		};
		if
		:: atomic { got -> got = false };
			inner_unlock(L)	/* mutex.go: m.inner.Unlock() */
		:: else
		fi
	od;
	ended++
}

proctype locker(byte me) {
	bool got;
	byte ops;

	do
	:: ops == OPS -> break
	:: ops < OPS ->
		ops++;
		inner_try_lock(L);	/* mutex.go: if m.inner.TryLock() { */
		if
		:: !got -> inner_lock(L)	/* spin.go: l.inner.Lock() */
		:: else
		fi;
#ifdef KEPT
		me != WAITERS;	/* the first one gets no further */
#endif
		inner_unlock(L)		/* mutex.go: m.inner.Unlock() */
	od;
	ended++
}

proctype proxy(byte me) {
	bool got, served;

end:	do
	:: busy[MINE] ->
		inner_lock(L);		/* timed.go: l.inner.Lock() */
		serve(grantee[MINE]);	/* timed.go: if w := shardOf(l).serve(l); w != nil { */
		if
		:: served ->
			atomic {	/* timed.go: w.granted <- struct{}{} */
				if
				:: grantee[MINE] != NONE -> granted[grantee[MINE]] = true
				:: else
				fi;
				retire()
			}
		:: else ->
#ifndef BUG_KEEPS
			inner_unlock(L);	/* timed.go: l.inner.Unlock() */
#endif
			atomic { retire() }
		fi
	od
}

init {
	byte i;

	atomic {
		for (i : 0 .. WAITERS - 1) { run waiter(i) };
		for (i : WAITERS .. FIRST_PROXY - 1) { run locker(i) };
		for (i : FIRST_PROXY .. PARTIES - 1) { run proxy(i) };
		i = 0
	};
	/* A leaked lock leaves a waiter, a locker or a proxy behind, or shows here. */
	ended == WAITERS + LOCKERS;
	do
	:: atomic { i < PROXIES -> !busy[i]; i++ }
	:: i == PROXIES -> break
	od;
	assert(INNER_AT_REST(L) && waiters == 0 && proxies == 0)
}
