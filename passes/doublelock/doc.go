// Package doublelock defines an analyzer that reports locks taken by a
// goroutine that holds them.
//
// # Analyzer doublelock
//
// doublelock: report locks that are taken again by the goroutine that holds them
//
// The mutexes of package sync do not know who holds them. A goroutine that
// locks a mutex and then locks it once more waits for itself, for ever, and all
// others that need the mutex wait with it. In most cases the two acquisitions
// are in two functions, both of which are right by themselves. This analyzer
// follows a held lock through the calls, closures and callbacks that happen
// under it, to wherever the same lock is taken.
//
// # Example
//
//	type Cart struct {
//		mu    sync.Mutex
//		items map[string]int
//		total int
//	}
//
//	func (c *Cart) Add(item string, price int) {
//		c.mu.Lock()
//		defer c.mu.Unlock()
//		c.items[item] += price
//		c.update() // cart.go:15
//	}
//
//	func (c *Cart) update() {
//		c.total = c.Sum()
//	}
//
//	func (c *Cart) Sum() int {
//		c.mu.Lock() // cart.go:23
//		defer c.mu.Unlock()
//		sum := 0
//		for _, price := range c.items {
//			sum += price
//		}
//		return sum
//	}
//
// Add holds the lock when it calls update, and two calls further down Sum takes
// it. The report is one line, wrapped here:
//
//	cart.go:15:10: Cart.mu is locked by a goroutine that holds it, a deadlock:
//	locked at cart.go:23 (called from cart.go:15, cart.go:19)
//	while it is held since cart.go:12
//
// The usual correction is to split the function in two. The exported half
// takes the lock; the other half expects it to be held, says so by its name,
// and is called by all who hold the lock:
//
//	func (c *Cart) update() {
//		c.total = c.sumLocked()
//	}
//
//	func (c *Cart) Sum() int {
//		c.mu.Lock()
//		defer c.mu.Unlock()
//		return c.sumLocked()
//	}
//
//	func (c *Cart) sumLocked() int {
//		sum := 0
//		for _, price := range c.items {
//			sum += price
//		}
//		return sum
//	}
//
// Often it is enough to release the lock before the call.
//
// # What is reported
//
// Of one instance of a lock, three pairs of modes: exclusive and exclusive;
// exclusive and then shared, "is read-locked by a goroutine that holds it";
// shared and then exclusive, "is locked by a goroutine that has it
// read-locked", which is the upgrade that sync.RWMutex does not have.
//
// The second acquisition may be reached
//
//   - by calls of any depth, also into imported packages;
//   - by a closure or method value that is called under the lock: by the
//     function that holds it, or by one that it is passed to, such as sort.Slice
//     or sync.Map.Range;
//   - by a deferred call that runs before the deferred release: the last one
//     deferred runs first;
//   - in the body of a range over a function that yields under the lock;
//   - by a function kept in a field, or through an interface, that comes back to
//     the object whose lock is held, within one package;
//   - by a method that fmt, log or encoding/json call, such as String, Error or
//     MarshalJSON, if the value is formatted under the lock that the method
//     takes;
//   - in the next turn of a loop, when the release is deferred and so waits for
//     the end of the function;
//   - by recursion.
//
// The first one may be in a function that returns with the lock held. A
// sync.Once counts as held while its function runs, so a function that comes
// back to Do of its own Once is reported as well. A channel with room for one
// element that is used as a mutex is a lock like any other.
//
// # Reading a report
//
// A report stands in the function that holds the lock, where it takes the lock
// again or at the call that leads there. Behind "called from" are the calls on
// the way, the first one first; behind "since" is the first acquisition. A
// place without an import path is in the package at hand. The two acquisitions
// come as related information too, for editors.
//
// "By lock class" at the end of a report means that the second acquisition is
// reached through an interface or a function value, and that the objects which
// are called have a pointer back to one of the type that holds the lock. That it
// is the very same object, only the author can say.
//
// # Not reported
//
//   - Two instances: the locks of two objects, or of two elements. A variable,
//     field or index that has been set to something else in between stands for
//     another instance.
//   - A helper that is called with the lock held, releases it, and takes it
//     again before it returns; and what it calls in between.
//   - A goroutine, or the function of a timer, that takes the lock held by the
//     one that started it: it waits, but for somebody else.
//   - Paths that cannot be: the second acquisition is under a condition that
//     excludes the first, or under a parameter that says at this call that the
//     lock is held already.
//   - What follows a call of a method that may lock or unlock, of an interface
//     with the methods of a lock, if the types in sight that implement it do not
//     say what it does.
//   - A lock that another part of the program releases: one that is handed to a
//     goroutine, or that two goroutines use as a signal.
//   - A shared acquisition under a shared one: see recursiveread.
//   - TryLock of a lock that is held, which fails instead of waiting: see
//     trylockuse.
//   - A lock that a continue or goto takes into the next turn of a loop: see
//     missingunlock.
//   - What is no lock: types whose Lock returns something, flags, and channels
//     with room for more than one.
//   - A function kept in a field, or an implementation of an interface, that
//     comes back to a lock of an imported package which calls it. One that is
//     passed along with the call is followed.
//   - Anything in generated files.
//   - Calls that cannot be followed, such as those through reflection: what is
//     not known is taken to lock nothing.
//
// # Accepting a report
//
// If a report is wrong, or the deadlock is wanted, say so on the line of the
// report or the line above:
//
//	//lint:ignore doublelock the handler of the signal releases the lock
//	s.mu.Lock()
//
// The reason is required. The directive belongs where the report stands, which
// for a lock taken further down is the call, not the second acquisition.
//
//	//lint:file-ignore doublelock replaced by package cart2
//
// accepts all reports in a file.
//
// # Flags
//
// None.
package doublelock
