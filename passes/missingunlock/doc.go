// Package missingunlock defines an analyzer that reports paths on which a lock
// is not unlocked.
//
// # Analyzer missingunlock
//
// missingunlock: report ways out of a function on which a lock stays held
//
// A lock that is forgotten on one path is held for ever: the next goroutine
// that wants it never goes on. Such paths are rare ones, errors and early
// returns, so tests seldom see them. This analyzer follows each lock that a
// function acquires to each of the function's ends, and reports an end at which
// the lock is held though other ends release it, or though nothing ever does.
//
// # Example
//
//	type Queue struct {
//		mu    sync.Mutex
//		items []string
//		limit int
//	}
//
//	func (q *Queue) Push(item string) bool {
//		q.mu.Lock()
//		if len(q.items) >= q.limit {
//			return false // queue.go:14
//		}
//		q.items = append(q.items, item)
//		q.mu.Unlock()
//		return true
//	}
//
// Once the queue is full, it stays locked. The report is one line, wrapped
// here:
//
//	queue.go:14:3: Queue.mu is not unlocked on this path:
//	locked at queue.go:12
//
// The correction is to unlock before that return too, or better to leave it to
// a deferred call, which runs on every way out:
//
//	func (q *Queue) Push(item string) bool {
//		q.mu.Lock()
//		defer q.mu.Unlock()
//		if len(q.items) >= q.limit {
//			return false
//		}
//		q.items = append(q.items, item)
//		return true
//	}
//
// # What is reported
//
// A report stands where the lock should have been unlocked, and names the
// place where it was acquired. If that is in a function that was called, such
// as a helper that locks for its callers, the calls are named too.
//
//   - "is not unlocked on this path": a return, or the end of the function, is
//     reached with the lock held, and other paths unlock it. Paths are told
//     apart by the conditions on them: a lock that is taken if needLock is set
//     must be released if needLock is set, and a TryLock that failed leaves
//     nothing to release.
//   - "is not unlocked on this way out of the loop body": continue or break
//     leaves a loop body that locked the element at hand, or set a flag, and
//     nothing unlocks it any more. If the next turn waits for the same lock
//     again, doublelock says so.
//   - "is never unlocked": no path of the function unlocks, nobody calls the
//     function who could, and nobody outside the package can reach the lock.
//   - "is held at this panic, which a caller recovers": the program goes on,
//     and no deferred call unlocks. The caller can be the function itself.
//   - "is not unlocked on this path of the goroutine that it was handed to":
//     the function leaves the release to a goroutine that it starts, and one
//     path of that goroutine forgets it.
//
// A function that keeps the lock for its callers on some of its paths, such as
// a begin that returns an error or else the lock, is held to what it says: the
// lock must not stay held when it returns an error or false. What a caller of
// such a function gets, it must release, if the package of the function is its
// own or imported.
//
// # Suggested fix
//
// Where each unlock is the last thing before the function ends, and the lock is
// acquired once by a statement of the function's own block, the report brings
// the correction along: the unlock is deferred, and the others are removed.
//
// # What counts as a lock
//
// sync.Mutex, both modes of sync.RWMutex, its RLocker, and any type with the
// methods of a lock. Further:
//
//   - A channel of capacity 1 that is sent to in order to lock and received
//     from in order to unlock, or the other way round if it holds a token from
//     the start, also in a select, and also behind methods such as acquire and
//     release.
//   - A semaphore: such a channel with room for more, or a Weighted of
//     golang.org/x/sync/semaphore.
//   - A flag that a compare-and-swap sets and a store clears, as an
//     atomic.Bool, an atomic integer, or a variable for the functions of
//     sync/atomic. A lock type made of one counts as well.
//
// A closure or method value that unlocks is followed where it is called,
// deferred, returned or passed on.
//
// # Not reported
//
//   - Ends of the process: os.Exit, log.Fatal and functions that always end in
//     one, and the ends of a test: t.Fatal, t.FailNow, t.Skip.
//   - A panic that no caller in sight recovers, unless -missingunlock.panics is
//     set.
//   - Locks under conditions that agree: the same parameter, error, variable,
//     nil check, mode, or a field that does not change, decides about the lock
//     and about the unlock, also if a deferred function asks. So does a pointer
//     to the lock that is nil where nothing was locked.
//   - A semaphore that an attempt to give back finds empty.
//   - Functions that lock for their callers: the package calls them, or has a
//     function that unlocks what it did not lock, or the function is exported
//     and others can unlock, or it is called Lock, Acquire or the like. A method
//     of a type that has Lock and Unlock does, if its result tells whether the
//     lock is held, and so does a function that returns the result of its
//     attempt.
//   - A lock that is taken for good where an object ends: by a function called
//     Close, Shutdown, Stop or the like.
//   - A channel that bounds goroutines and is known to the function only, when
//     the function ends.
//   - Paths on which a called function decides whether it unlocks.
//   - A lock that a test, a function literal, an initialisation or main takes
//     and never unlocks.
//   - A lock whose release is returned as a function, or stored in an object
//     that is returned or sent away; an object that is returned locked.
//   - A lock that is handed to another goroutine: it unlocks, or gets the
//     function that does so, by a go statement, a timer or a channel; and one
//     that a goroutine takes for whoever started it.
//   - A flag that is set for good, such as closed or started, and is cleared
//     at most if that fails.
//   - A channel that carries signals or values rather than standing for a lock.
//   - A TryLock whose result is ignored or read the wrong way round: see
//     trylockuse.
//   - A lock that may or may not be held where paths meet that cannot be told
//     apart, and locks of a collection that one loop locks and another unlocks.
//   - Anything in generated files.
//   - Calls that cannot be followed, such as those through reflection: what is
//     not known is taken to unlock nothing.
//
// # Accepting a report
//
// If a lock is meant to stay held, say so at the end that is reported, on the
// line or the line above:
//
//	//lint:ignore missingunlock a queue that overflowed is not used again
//	return false
//
// The reason is required. A directive at the acquisition has no effect.
//
//	//lint:file-ignore missingunlock replaced by package queue2
//
// accepts all reports in a file.
//
// # Flags
//
//	-missingunlock.panics	also report locks held at a panic that no caller in sight recovers
package missingunlock
