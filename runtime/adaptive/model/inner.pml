/*
 * inner: what the protocol needs of a sync.Mutex.
 *
 * The including file defines LOCKS, the number of locks, and PARTIES, the
 * number of processes that use them. A process has its number in a variable
 * "me" and finds in a variable "got" whether it was successful.
 *
 * A sync.Mutex has two modes. In normal mode Unlock frees the lock and wakes a
 * parked goroutine, which then competes with all others. In starvation mode
 * Unlock leaves the lock locked and hands it over to a parked goroutine. The
 * mode depends on time, which is not modelled, so there are these choices:
 *
 *	(none)		normal mode only
 *	HANDOFF		starvation mode only
 *	MIXED		each Unlock chooses freely, which includes all that
 *			sync.Mutex does
 *	ANONYMOUS	not a sync.Mutex: the lock is handed over to whoever
 *			is or will be parked first, the one that unlocked it
 *			included
 *
 * Whom Unlock wakes, and to whom it hands over, is left open.
 */

#define NONE	255

bool locked[LOCKS];
byte parkers[LOCKS];	/* how many are parked */
byte wakes[LOCKS];	/* how many of them may go on, no matter who */
byte parked[PARTIES];	/* 1 + the lock, for who is parked */
bool handed[PARTIES];	/* who was parked and has been handed the lock */

/* What the checks know and the code does not. */
byte holder[LOCKS] = NONE;

/* Variables that have a meaning within one atomic step only. */
hidden byte heir, untried;

inline now_holds(m) {
	assert(holder[m] == NONE);	/* mutual exclusion */
	holder[m] = me
}

inline inner_try_lock(m) {
	atomic {
		if
		:: !locked[m] ->
			locked[m] = true;
			now_holds(m);
			got = true
		:: else ->
			got = false
		fi
	}
}

inline park(m) {
	parkers[m]++;
	parked[me] = m + 1
}

inline unpark(m, who) {
	parkers[m]--;
	parked[who] = 0
}

inline inner_lock(m) {
	do
#ifdef BUG_STALE_PARK
	/* Between the look at the lock and the parking it may become free. */
	:: inner_try_lock(m);
		if
		:: got -> break
		:: else -> atomic { park(m) }
		fi;
#else
	:: atomic { !locked[m] -> locked[m] = true; now_holds(m) }; break
	:: atomic { locked[m] -> park(m) };
#endif
		if
#ifdef ANONYMOUS
		:: atomic { wakes[m] > 0 -> wakes[m]--; unpark(m, me); now_holds(m) }; break
#else
		:: atomic { handed[me] -> handed[me] = false; now_holds(m) }; break
		:: atomic { !handed[me] && wakes[m] > 0 -> wakes[m]--; unpark(m, me) }
#endif
		fi
	od;
	got = true
}

/* hand_over chooses one of those who are parked. */
inline hand_over(m) {
	heir = 0;
	untried = parkers[m];
	do
	:: parked[heir] == m + 1 -> unpark(m, heir); handed[heir] = true; break
	:: parked[heir] == m + 1 && untried > 1 -> untried--; heir++
	:: parked[heir] != m + 1 -> heir++
	od
}

#define WAKEABLE(m)	(parkers[m] > wakes[m])

inline inner_unlock(m) {
	assert(holder[m] == me);
	if
#if defined(HANDOFF) || defined(MIXED)
	:: atomic { WAKEABLE(m) -> holder[m] = NONE; hand_over(m) }
#endif
#ifdef ANONYMOUS
	:: atomic { WAKEABLE(m) -> holder[m] = NONE; wakes[m]++ }
#endif
#if defined(HANDOFF) || defined(ANONYMOUS)
	:: atomic { !WAKEABLE(m) -> holder[m] = NONE; locked[m] = false }
#else
	:: atomic { holder[m] = NONE; locked[m] = false };
		atomic {
			if
			:: WAKEABLE(m) -> wakes[m]++
			:: else
			fi
		}
#endif
	fi
}

#define INNER_AT_REST(m) \
	(!locked[m] && parkers[m] == 0 && wakes[m] == 0 && holder[m] == NONE)
