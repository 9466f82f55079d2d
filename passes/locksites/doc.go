// Package locksites tells, for the places in source where locks are acquired,
// which lock it is: the class, under the name that the analyzers give it.
//
// A detector at run time sees that some sync.Mutex is locked, and the program
// counters of the calls that led there. It needs the class, net/http.Server.mu. A
// [Table] has it by file and line. It is made from the syntax and the types of
// all packages that the program consists of, and quickly, for they are many:
// there is no SSA and no flow analysis here. Package lockclass has the rules for
// the names, the engine of the analyzers applies the same; a test compares the
// two on the standard library.
//
// # Sites
//
// A [Site] speaks of the call instruction at a line. For
//
//	func (s *Server) trackConn(c *conn) {
//		s.mu.Lock()
//
// it says that the class is Known. In
//
//	func (m *Mutex) Lock() {
//		m.mu.Lock() // mutex.go:10
//		m.owner = goid()
//	}
//
//	func (c *Cache) Get(key string) Value {
//		c.own.Lock() // cache.go:20
//
// the lock at mutex.go:10 is the Caller's: the type Mutex is a wrapper, which
// stands for the lock of whatever has it as a part. So it is with a function that
// is given a *sync.Mutex or a sync.Locker. Another Site then speaks of the call at
// cache.go:20, with mutex.go:10 as its Callee, and knows cache.Cache.own.mu. There
// can be any number of calls between; the Callee is always the place in the next
// frame, not in the innermost one.
//
// What acquires a lock inside package sync is no exception. Cond.Wait takes its
// lock at sync/cond.go, Once.Do a mutex at sync/once.go: those are the caller's,
// and the caller's Site knows the lock of the Cond, or the Once. A function that
// sync.OnceFunc made has the name of the variable or field that it is kept in.
//
// A Site is Ambiguous if nobody can say which lock it is, or if calls on one line
// acquire locks of different classes. Calls through function values and of
// interface methods other than Lock and the like have no Sites; neither have the
// calls in go statements, of which no frame is left when they run.
//
// # How a lock is found
//
// A path leads from a variable, a parameter or a field of a named struct to the
// lock. The last is enough in most cases. In the others, mostly pointers to locks
// and wrappers, the way there is followed back: through local variables, as long
// as all that is assigned to them makes no difference; through functions that
// return the same place each time; through fields that only ever point to one
// lock; and from the lock of a Cond to what is stored there, anywhere in the
// package. An interface is looked behind where all that is put into it is of a
// known type.
//
// Which types are wrappers depends on what their methods do with the lock. The
// engine knows from its flow analysis which return with it; here a walk over the
// statements has to do, see balance.
//
// # Lines
//
// The line is the one that the run time reports for a call: that of the left
// parenthesis. A deferred call is reported where its function returns; Sites
// stand at the closing brace and at all return statements, since both occur,
// depending on what else the function defers and on -race. Line directives are
// obeyed, by the compiler and here.
//
// The run time names functions, not packages. A literal in a function that was
// inlined into another package is named after that package, so Table.Files tells
// the package by the file.
package locksites
