// Package lockflow is the engine of lockvet's analyzers: it knows locks, and
// nothing of faults. One analyzer, which all others require, follows the locks
// of a package and hands on one fact; each pass is a short reading of its
// result.
//
// # What is followed
//
// A lock is named by a path: a root (a parameter, a package variable, a local,
// the result of a call) and the fields, elements and pointers that lead from
// it to the lock. Within a function equal paths are one instance; across
// functions locks are known by class, which is the field of the innermost
// named struct, or the variable. A type that only wraps a lock is seen
// through: its lock has the class of whatever holds the wrapper, and is weak
// where that is out of sight. Weak classes make no edges.
//
// # The state
//
// The analysis of a function goes forward over its blocks with a set of states
// for each block. A state holds
//
//   - the held set: each lock with its path, its aliases, its mode, and where
//     and through which calls it was acquired;
//   - the caller's locks that were released, and the function's own that were;
//   - the known outcomes of conditions, so that two branches on one condition
//     agree, and a trylock's result decides what is held;
//   - whether the path is in doubt: a program may rely on it not to be taken;
//   - the values of variables that SSA does not lift, since a closure captures
//     them or a deferred function changes a result;
//   - the deferred calls.
//
// Equal states merge. The order of states is that of their claims: past a
// bound, the states of a block are joined to what all of them claim, so that a
// lock that may or may not be held is not held for the analysis. A function
// that hits a bound is listed in the statistics (below).
//
// Closures that run while their function runs are read in place: called,
// deferred, passed to a function whose summary says that it calls them, or the
// body of a range over a function. Declared functions are applied by summary:
// what they may acquire, what they hold and release at each kind of exit,
// which of their parameters they call and under which locks. The functions of
// a package are summarised callees first; those of a recursion are gone
// through three times.
//
// Calls that cannot be resolved are named by a key (dynamic.go) and travel
// with the fact until a package knows who is called. An edge through an
// interface whose implementation is only known by type is a guess; a cycle may
// rest on one such edge, not on two. Tests run one after the other, so the
// orders of two tests do not meet.
//
// # The order
//
// Acquiring B while A is held is an edge A → B, in terms of package lockgraph.
// The other locks held are its gates, as in Goodlock (Havelund, 2000): a helper
// that only its own package calls also has as gates what all its callers hold.
// What is held or acquired in an object that nobody else can know of yet, and
// what runs only in init, makes no edges.
//
// # Single locks
//
// What the flow shows of one lock at a time is observed on the way (observe.go):
// that it is acquired while it is held, released while it is not, held where a
// function ends, tried and the outcome not heeded; and what a function waits for
// with locks held, and what lets those who wait go on (waits.go). Nothing is
// observed in a state that is in doubt. A field that was tested before and may
// have changed since leaves its old value as a stale fact, and to contradict one
// puts the state in doubt; so does a lock of which the analysis loses sight, a
// function that may be kept instead of called, and a bound. The passes judge
// what was observed, with what the package says around it (events.go).
//
// Channels and flags that the package uses as locks are locks (homemade.go).
// The methods of a lock are there to lock and to unlock it: what others than
// those of a plain lock do, behind an interface, the types in sight that
// implement it say (lockmethod.go).
//
// # What is not followed
//
// Locks inside sync, internal/sync and the runtime, and those of package
// testing as its users see them. The result of reflection and unsafe. Method
// calls through interfaces that say nothing about who implements them (error,
// io.Writer and their like) unless the concrete type is in sight. Paths longer
// than a dozen steps. Whether a loop runs at all, except where its condition
// is known. A field is taken to keep its value between two loads unless it is
// stored to in between, by the same function, or is assigned anywhere in the
// package and a call lies in between.
//
// # Statistics
//
// If LOCKVET_STATS names a file, each package appends a line to it: whether
// SSA was built, how many lines it has, its edges, the size of its own and its
// merged fact in bytes, and the functions that hit a bound.
package lockflow
