// Package trylockuse defines an analyzer that reports trylocks whose failure is
// not heeded.
//
// # Analyzer trylockuse
//
// trylockuse: report trylocks whose result is not heeded, or that cannot do their work
//
// TryLock does not wait: it says by its result whether the lock is held now. A
// program that does not act on the result runs without the lock just when
// another goroutine is at work, and often takes that goroutine's hold away on
// leaving. This analyzer follows the result of each attempt, through variables,
// conditions, helpers and closures, to what is done when it failed.
//
// # Example
//
//	type Index struct {
//		mu    sync.Mutex
//		terms map[string][]int
//	}
//
//	func (x *Index) Add(term string, doc int) {
//		x.mu.TryLock() // index.go:11
//		defer x.mu.Unlock()
//		x.terms[term] = append(x.terms[term], doc)
//	}
//
// If the index is locked already, Add writes to the map all the same, and then
// unlocks what another goroutine has locked. The report:
//
//	index.go:11:14: the result is ignored that says whether Index.mu is locked
//
// Add releases the lock in any case, so it was meant to wait, and the analyzer
// suggests that as a fix:
//
//	func (x *Index) Add(term string, doc int) {
//		x.mu.Lock()
//		defer x.mu.Unlock()
//		x.terms[term] = append(x.terms[term], doc)
//	}
//
// A function that has something better to do than to wait heeds the result:
//
//	func (x *Index) TryAdd(term string, doc int) bool {
//		if !x.mu.TryLock() {
//			return false
//		}
//		defer x.mu.Unlock()
//		x.terms[term] = append(x.terms[term], doc)
//		return true
//	}
//
// # What is reported
//
//   - "the result is ignored that says whether L is locked": nothing asks for
//     the result. The call is a statement, or deferred, or its result is
//     assigned to the blank identifier or overwritten. If the call is a
//     statement and the lock is released later in any case, Lock for TryLock,
//     or RLock for TryRLock, is suggested as a fix.
//   - "L is unlocked at P even if this attempt to lock it has failed": a path
//     leads from the failure to a release. The failed branch falls through, the
//     release is deferred before the result is looked at, or the test is the
//     wrong way round.
//   - "what L guards is changed whether this attempt to lock it succeeds or
//     not": one and the same statement changes the object that the lock lies
//     in, with the lock and without it.
//   - "L is tried by a goroutine that holds it, which always fails": directly,
//     through calls, or in a callback that runs under the lock. An upgrade, a
//     TryLock under RLock of the same lock, fails in the same way. After the
//     colon stands the evidence: where the lock is tried, by which calls, and
//     since where it is held. "By lock class" at the end means that the lock
//     is known by its class only, not as one and the same instance.
//   - "L is tried again and again with nothing in between, which burns a CPU:
//     use Lock": a poll loop, with no other lock held, which is as good as Lock
//     but for what it costs.
//   - "a function called TryLock waits for L here": a function or method
//     TryLock, TryRLock or tryLock, without parameters and with a bool as its
//     result, that returns with a lock that it has waited for. Its callers
//     count on it not to wait.
//
// One attempt makes one report, the first of these that applies.
//
// # What counts as an attempt
//
// TryLock and TryRLock of sync.Mutex, sync.RWMutex and any type with the
// methods of a lock, and any function that says by a bool or an error whether
// it holds a lock on return: a wrapper's TryLock, a helper "begin() bool", or an
// "acquire(ctx) error" that gives up when the context ends, such as that of
// golang.org/x/sync/semaphore.Weighted. Locks made of a
// channel with a buffer, or of a flag that is set by compare-and-swap, count as
// locks if the package that declares them takes and releases them in one of its
// functions. Functions of imported packages are known in the same way.
//
// # Not reported
//
//   - A failure that is heeded: by a return, a continue, a panic or the end of
//     the program, by waiting for the lock after all, by a variable that decides
//     the work and the release alike, by a release function or guard that knows.
//   - Reads of guarded data after a failure: a dump for debugging may print
//     what it can get.
//   - Changes of other objects, and atomic ones.
//   - An assertion, whose success is a panic or a failed test in the same
//     function, or a predicate that such an assertion asks: the attempt has to
//     fail, since the caller holds the lock.
//   - A failure that fails a test in the same function.
//   - A trylock that is passed to a function, which gets the result.
//   - A select that may lock a channel which is locked, or choose another case.
//   - TryRLock under RLock, which succeeds unless a writer waits.
//   - An attempt for another instance of the class.
//   - Attempts that are repeated with something in between: a sleep, a call of
//     runtime.Gosched, a channel, another call; and such as end after some
//     number, or by a deadline, a context or a flag.
//   - A poll loop with another lock held: see trylockorder, which knows whether
//     it can meet the opposite order.
//   - An acquire with context.Background or context.TODO, which can only end
//     with the lock held.
//   - A function called acquire that keeps no lock.
//   - A lock that is held where no path releases it: see missingunlock.
//   - Anything in generated files.
//   - Calls that cannot be followed, such as those through reflection: what is
//     not known is taken to lock nothing.
//
// # Accepting a report
//
// If the use is right for a reason that the analyzer cannot see, say so on the
// line of the report or the line above:
//
//	//lint:ignore trylockuse the owner holds it for two instructions
//	for !x.mu.TryLock() {
//	}
//
// The reason is required.
//
//	//lint:file-ignore trylockuse replaced by package index2
//
// accepts all reports in a file.
//
// # Flags
//
// None.
package trylockuse
