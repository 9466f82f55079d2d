// Package lockorder defines an analyzer that reports locks taken in a circular
// order.
//
// # Analyzer lockorder
//
// lockorder: report locks that are taken in a circular order
//
// Two goroutines that take the same two locks in opposite orders can each end
// up with one lock, waiting for the other, for ever. This analyzer notes which
// lock is taken while which other is held, in this package and in all that it
// imports, through calls, closures, callbacks and interfaces. A circle in these
// orders, of two locks or more, is a deadlock that waits for its moment.
//
// # Example
//
//	type Store struct {
//		mu     sync.Mutex
//		index  *Index
//		values map[string]string
//	}
//
//	type Index struct {
//		mu    sync.Mutex
//		store *Store
//		keys  []string
//	}
//
//	func (s *Store) Put(k, v string) {
//		s.mu.Lock()
//		defer s.mu.Unlock()
//		s.values[k] = v
//		s.index.add(k) // store.go:21
//	}
//
//	func (x *Index) add(k string) {
//		x.mu.Lock()
//		defer x.mu.Unlock()
//		x.keys = append(x.keys, k)
//	}
//
//	func (x *Index) Each(f func(k, v string)) {
//		x.mu.Lock()
//		defer x.mu.Unlock()
//		for _, k := range x.keys {
//			f(k, x.store.get(k)) // store.go:34
//		}
//	}
//
//	func (s *Store) get(k string) string {
//		s.mu.Lock()
//		defer s.mu.Unlock()
//		return s.values[k]
//	}
//
// Put locks the store and then the index; Each locks the index and then, for
// each key, the store. The report is one line, wrapped here:
//
//	store.go:34:8: lock order inversion, a deadlock:
//	Index.mu -> Store.mu -> Index.mu:
//	Store.mu locked at store.go:39 (called from store.go:34)
//	while Index.mu is held since store.go:31;
//	Index.mu locked at store.go:25 (called from store.go:21)
//	while Store.mu is held since store.go:18
//	(by lock class)
//
// The correction is to hold one lock at a time, or to take both in one order
// everywhere. Here Each can copy the keys first:
//
//	func (x *Index) Each(f func(k, v string)) {
//		x.mu.Lock()
//		keys := slices.Clone(x.keys)
//		x.mu.Unlock()
//		for _, k := range keys {
//			f(k, x.store.get(k))
//		}
//	}
//
// # Reading a report
//
// The ring, A -> B -> A, says that B is taken while A is held and A while B is.
// After it stands the evidence for each arrow, separated by semicolons: which
// lock is taken and where, by which calls the place is reached, and where the
// lock held meanwhile was taken. A place without an import path is in the
// package at hand. The same places come as related information, for editors.
//
// A report stands where the package completes the circle. If the halves lie in
// two imported packages that know nothing of each other, that is the import
// that brings the second, in the first package that sees both.
//
// Locks are told apart by class, as in Linux lockdep: a struct field, a package
// variable, or the elements of a collection, whatever the object. "By lock
// class" at the end of a report means just that: for two objects of each class
// the circle is certain, but whether one and the same pair of objects is ever
// locked both ways, only its author can say. Without these words all locks are
// package variables.
//
// Readers of a sync.RWMutex do not wait for each other, but they wait for a
// writer that waits. Where a circle needs one, the report ends with "readers
// wait for the writer at" and its place.
//
// For two objects of one class, locked in the order in which a caller passes
// them, the report reads "two instances of account.mu are locked in an order
// set by the caller": transfer(a, b) meets transfer(b, a).
//
// # What counts as a lock
//
// sync.Mutex and sync.RWMutex, any type with the methods of a lock, sync.Once
// while its function runs, and sync.Cond, whose Wait takes its lock again under
// whatever else is held.
//
// # Not reported
//
//   - Orders that a common lock keeps apart, held on both sides and exclusively
//     on at least one of them: the gate locks of the Goodlock algorithm. The
//     gate must certainly be the same lock.
//   - Read locks in opposite orders when nobody writes.
//   - Two objects of one class in an order that the code sets up: it compares
//     ids or addresses, or sorts, or goes from parent to child only.
//   - Locks of an object that no other goroutine can know yet, and code that
//     runs in init only.
//   - A circle of which one order occurs in tests only and the other in code
//     that is no test.
//   - A circle that needs a TryLock: see trylockorder.
//   - A circle that lies wholly in other modules, unless -lockorder.deps is set.
//   - Anything in generated files. Their orders count for other files.
//   - Calls that cannot be followed, such as those through reflection: what is
//     not known is taken to lock nothing.
//
// # Accepting an order
//
// If an order is right for a reason that the analyzer cannot see, say so at the
// acquisition, or at the call that leads to it, on the line or the line above:
//
//	//lint:ignore lockorder the index is not shared before Open returns
//	x.mu.Lock()
//
// This takes the order away, here and for all importing packages, so no circle
// can be closed with it. The reason is required.
//
//	//lint:file-ignore lockorder replaced by package store2
//
// does the same for all acquisitions in a file.
//
// A comment anywhere in a package declares an order:
//
//	//lockvet:order Store.mu < Index.mu
//
// Then every place that takes Store.mu while Index.mu is held is reported by
// itself, whether or not anything takes them as declared, and whatever gates
// there are. Names are those of the reports; a lock of an imported package is
// written with the package's name. A chain A < B < C declares each of its steps.
// A directive that cannot be read, or names what does not exist, is reported.
//
// # Flags
//
//	-lockorder.deps true
//		also report circles that lie wholly in other modules
//	-lockorder.deps example.com/a,example.com/b
//		also report those that lie in these two
//	-lockorder.locks list
//		functions that lock and unlock although their bodies do not show it,
//		for all analyzers: see below
//
// # Locks of a library
//
// What a function does with a lock is read from its body. Where that asks another
// process, or the file system, it does not show, and has to be told:
//
//	-lockorder.locks=example.com/dist.Lock.Obtain=lock,example.com/dist.Lock.Return=unlock
//
// An entry is import/path.Func or import/path.Type.Method, of an interface as well,
// and what it does: lock, rlock, trylock, tryrlock, unlock or runlock. The lock
// is the receiver, or the first argument of a function that has none; with a
// string or an integer among the arguments, it is the lock of that key. A lock that
// returns a bool or an error is held only where that tells of success. Where
// there is no runlock, unlock releases both.
package lockorder
