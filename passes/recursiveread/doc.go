// Package recursiveread defines an analyzer that reports read locks taken by a
// goroutine that has them, while a writer may wait.
//
// # Analyzer recursiveread
//
// recursiveread: report read locks that are taken twice while a writer can come in between
//
// Many readers can have a sync.RWMutex at a time, so it looks harmless if one
// of them takes the read lock again. It is not: once a writer waits in Lock, new
// readers wait for the writer, and the writer waits for the readers that are
// there. A goroutine that asks for the read lock a second time, with a writer
// between its two calls of RLock, waits for the writer, which waits for it. The
// documentation of sync.RWMutex forbids recursive read locks for this reason.
//
// # Example
//
//	type Router struct {
//		mu   sync.RWMutex
//		next map[string]string
//	}
//
//	func (r *Router) Next(dst string) string {
//		r.mu.RLock() // router.go:11
//		defer r.mu.RUnlock()
//		return r.next[dst]
//	}
//
//	func (r *Router) Add(dst, via string) {
//		r.mu.Lock() // router.go:17
//		defer r.mu.Unlock()
//		r.next[dst] = via
//	}
//
//	func (r *Router) Path(dst string) (path []string) {
//		r.mu.RLock()
//		defer r.mu.RUnlock()
//		for range len(r.next) {
//			dst = r.Next(dst) // router.go:26
//			path = append(path, dst)
//		}
//		return path
//	}
//
// Path has the read lock when it calls Next, which takes it too. This works,
// until one day Add is called while Path runs. The report is one line, wrapped
// here:
//
//	router.go:26:15: Router.mu is read-locked twice,
//	a deadlock if the writer at router.go:17 comes in between:
//	read-locked at router.go:11 (called from router.go:26)
//	while it is read-locked since router.go:23
//
// The usual correction is to call something that expects the lock to be held.
// Here it is enough to read the map:
//
//	func (r *Router) Path(dst string) (path []string) {
//		r.mu.RLock()
//		defer r.mu.RUnlock()
//		for range len(r.next) {
//			dst = r.next[dst]
//			path = append(path, dst)
//		}
//		return path
//	}
//
// Otherwise copy under the read lock what is needed, release it, and then call.
//
// # What is reported
//
// A shared acquisition of a lock under a shared acquisition of the same
// instance, if a Lock of that class is in sight: in the package or in what it
// imports. The second acquisition is found by the ways that doublelock knows:
// calls of any depth, also into imported packages; closures, method values and
// functions kept in fields that run under the lock; calls through interfaces
// that come back to the object; the String, Error or MarshalJSON method of a
// value that is formatted under its own lock; deferred calls, loops, recursion,
// and the body of a range over a function that yields under the lock.
//
// # Reading a report
//
// A report stands in the function that has the lock read-locked, where it
// read-locks it again or at the call that leads there. Behind "called from" are
// the calls on the way, the first one first; behind "since" is the first
// acquisition. Of several writers one is named. A place without an import path
// is in the package at hand. The two acquisitions come as related information
// too, for editors.
//
// "By lock class" at the end of a report means that the second acquisition is
// reached through an interface or a function value, and that the objects which
// are called have a pointer back to one of the type that has the lock. That it
// is the very same object, only the author can say. Whether the writer ever
// writes to that object, nobody has proved either.
//
// # Not reported
//
//   - A lock that nobody in sight locks to write. Writers in a package that
//     imports this one are out of sight here; there they count.
//   - A writer that only tries: TryLock does not wait, and keeps no readers out.
//   - A writer in a test file, for readers in code that is no test.
//   - A writer in init, or one that writes to an object that it has just made.
//   - A writer that holds another lock, exclusively, which the reader holds too:
//     the two never meet.
//   - A writer that locks through a sync.Locker.
//   - TryRLock under RLock: it fails if a writer waits, and does not wait.
//   - Two instances, the goroutine that was started under the lock, a helper
//     that gives the read lock back for a while, and paths that cannot be: all
//     that doublelock does not report.
//   - RLock under Lock, and Lock under RLock, which need no writer: see
//     doublelock.
//   - Anything in generated files. Their writers count.
//
// # Accepting a report
//
// If a report is wrong, or the writer cannot come in between for a reason that
// the analyzer does not see, say so on the line of the report or the line above:
//
//	//lint:ignore recursiveread nothing is added after the start
//	dst = r.Next(dst)
//
// The reason is required. The directive belongs where the report stands, not at
// the writer.
//
//	//lint:file-ignore recursiveread replaced by package router2
//
// accepts all reports in a file.
//
// # Flags
//
// None.
package recursiveread
