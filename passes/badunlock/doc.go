// Package badunlock defines an analyzer that reports releases of locks that are
// not held.
//
// # Analyzer badunlock
//
// badunlock: report unlocks of a lock that is not held, or held in another mode
//
// To unlock a mutex that is not locked ends the program: the run time says
// "fatal error: sync: unlock of unlocked mutex", which cannot be recovered. If
// another goroutine has the lock at that moment, it is worse: its lock is taken
// away, and what it guards is changed by two at once. This analyzer follows
// each lock that a function acquires, through calls, closures and deferred
// calls, and reports releases that come once too often, on paths that did not
// lock, or in the wrong mode.
//
// # Example
//
//	type Account struct {
//		mu      sync.Mutex
//		balance int
//		blocked bool
//	}
//
//	func (a *Account) Withdraw(n int) bool {
//		a.mu.Lock()
//		defer a.mu.Unlock() // account.go:13
//		if a.blocked {
//			a.mu.Unlock() // account.go:15
//			return false
//		}
//		a.balance -= n
//		return true
//	}
//
// When Withdraw returns, the deferred call unlocks again. The report is one
// line, wrapped here:
//
//	account.go:15:3: Account.mu is unlocked twice:
//	here and again by the deferred call at account.go:13
//
// The correction is to leave the release to the deferred call:
//
//	func (a *Account) Withdraw(n int) bool {
//		a.mu.Lock()
//		defer a.mu.Unlock()
//		if a.blocked {
//			return false
//		}
//		a.balance -= n
//		return true
//	}
//
// # What is reported
//
//   - "is unlocked twice: here and again by the deferred call at": as above.
//     The report stands at the first of the two, which may be a call of a
//     function that unlocks.
//   - "is unlocked twice: it was unlocked at ... and is not held": a path leads
//     from one release to the next, and nothing locks in between. Such paths
//     come from a branch that unlocks but does not return, a jump, a
//     fallthrough, or the next turn of a loop, in which case the two releases
//     can be one and the same line. Of several second releases after one first
//     release, the first in the source is reported.
//   - "is unlocked but not held on every path that leads here": some paths lock
//     it, and the report names the place, and others do not.
//   - "is locked for writing ... and unlocked with RUnlock", "is read-locked ...
//     and unlocked with Unlock": the mode of the release is not that of the
//     lock. If the release is the lock's own method, a fix is suggested, which
//     calls the right one.
//
// A release in a function that is called counts where it is called: a helper
// that releases its caller's lock, after which the caller releases it again, is
// reported in the caller.
//
// Locks are sync.Mutex, sync.RWMutex, its RLocker, and any type with the
// methods of a lock.
//
// # Not reported
//
//   - Functions that only release: the lock is their caller's.
//   - Functions whose argument says whether the lock is held, and which release
//     it in either case, unless a caller unlocks again.
//   - Functions that release the lock and take it again, as for a callback.
//   - Releases of a lock that another function or goroutine took: the end of a
//     transaction, an object that was returned locked, a lock that was handed
//     over by a go statement, a timer or a channel. That includes what a
//     goroutine that the function starts may have acquired when it ends.
//   - A second release where the first was by another name, which may have been
//     that of another lock: another result of the same function, another element
//     of the same array, or a variable that is one of two locks.
//   - What follows a call of a method that may lock or unlock, such as one called
//     TryLockSpin, of an interface with the methods of a lock, if the types in
//     sight that implement it do not say what it does.
//   - Locks under conditions that agree: the same parameter, error, variable,
//     nil check, or a field that does not change, decides about the lock and
//     about the unlock, also if a deferred function asks.
//   - What follows a switch that no case applied to, if it has one for every
//     constant of the type, or for every remainder of a division.
//   - A release that can be called twice, such as one made by sync.OnceFunc.
//   - A release after an attempt to lock that failed: see trylockuse; and one
//     that fails a test, whatever the test does after that.
//   - A lock that may or may not be held where paths meet that cannot be told
//     apart, and locks of a collection that one loop locks and another unlocks.
//   - A channel or a flag that serves as a lock.
//   - Anything in generated files.
//   - Calls that cannot be followed, such as those through reflection: what is
//     not known is taken to unlock nothing.
//
// # Accepting a report
//
// If a release is right for a reason that the analyzer cannot see, say so at
// the release that is reported, on the line or the line above:
//
//	//lint:ignore badunlock the hook has locked it again
//	a.mu.Unlock()
//
// The reason is required.
//
//	//lint:file-ignore badunlock replaced by package account2
//
// accepts all reports in a file.
//
// # Flags
//
// None.
package badunlock
