// Package holdwait defines an analyzer that reports locks held while waiting
// for goroutines that need them.
//
// # Analyzer holdwait
//
// holdwait: report locks that are held while waiting for goroutines that need them
//
// A goroutine that waits on a channel, a WaitGroup or a Cond with a lock held
// needs another goroutine to let it go on. If that one has to take the lock
// first, neither does, for ever. This analyzer looks for all the places in the
// package that could let the waiting goroutine go on, its partners: the receives
// for a send, the sends and closes for a receive. It reports the wait if every
// one of them may have to wait for the lock first.
//
// To wait with a lock held is no fault by itself and is not reported.
//
// # Example
//
//	type Cache struct {
//		mu    sync.Mutex
//		items map[string]int
//		quit  chan struct{}
//		done  chan struct{}
//	}
//
//	func (c *Cache) Start(tick <-chan string) {
//		c.quit = make(chan struct{})
//		c.done = make(chan struct{})
//		go c.sweep(tick)
//	}
//
//	func (c *Cache) sweep(tick <-chan string) {
//		defer close(c.done) // cache.go:19
//		for {
//			select {
//			case k := <-tick:
//				c.mu.Lock() // cache.go:23
//				delete(c.items, k)
//				c.mu.Unlock()
//			case <-c.quit:
//				return
//			}
//		}
//	}
//
//	func (c *Cache) Stop() {
//		c.mu.Lock() // cache.go:33
//		defer c.mu.Unlock()
//		close(c.quit)
//		<-c.done // cache.go:36
//		c.items = nil
//	}
//
// Stop waits for the goroutine to end. If that has just received a key, it waits
// for the lock that Stop holds. The report is one line, wrapped here:
//
//	cache.go:36:2: Cache.mu is held while waiting to receive from Cache.done,
//	a deadlock: held since cache.go:33, waiting at cache.go:36;
//	the close at cache.go:19 may have to wait for Cache.mu first,
//	at cache.go:23
//
// The correction is to wait without the lock:
//
//	func (c *Cache) Stop() {
//		close(c.quit)
//		<-c.done
//		c.mu.Lock()
//		defer c.mu.Unlock()
//		c.items = nil
//	}
//
// # Reading a report
//
// The report stands at the wait, or at the call that leads to it from the
// function that holds the lock. It names the lock, "held" or "read-locked", what
// is waited for, since where the lock is held, and the place of the wait with
// the calls that lead there. After the semicolon stand a partner and where it
// may have to wait for the lock. If there are several partners, one of them is
// shown. The places also come as related information, for editors.
//
// Locks and channels are told apart by class: a struct field or a variable,
// whatever the object. A function that waits for goroutines that it starts
// itself is judged by the very locks that these take.
//
// # What is reported
//
// A lock of any type, mode and way of acquisition, TryLock included, that is
// held across one of these, in the function or in one that it calls:
//
//   - A send on a channel without a buffer, or with one that can be full, when
//     all receivers take the lock before they receive, or after it and before
//     they receive again.
//   - A receive, or a range over a channel, when all senders take the lock
//     before they send, and whoever closes the channel before that. A closer
//     that first waits for such senders counts as one of them. A channel on
//     which a goroutine tells that it is ready, or has ended, is such a channel,
//     and so is the reply channel in a request.
//   - A select without a default, when that holds for each of its cases.
//   - WaitGroup.Wait, and Group.Wait of golang.org/x/sync/errgroup, when one of
//     the goroutines takes the lock before it is done. One is enough, since Wait
//     waits for all. Goroutines started by WaitGroup.Go and Group.Go are known.
//   - Cond.Wait, which releases the Cond's own lock, with a further lock held,
//     when all who signal or broadcast take that one first.
//
// A partner that reads waits for a reader only if a writer can come between the
// two: under RLock, goroutines that take RLock count when the lock has a writer.
//
// # Not reported
//
//   - Channels that other packages can have: in an exported field or variable,
//     returned by an exported function, passed to another package or to a
//     function that is not known, stored in a map or an interface value, or
//     received from a caller in the first place. Who is at the other end is not
//     known then.
//   - A wait with no partner in sight.
//   - A wait with a partner that does not need the lock, takes it only after it
//     has let the other go on, takes another lock, or takes it by TryLock and
//     goes on without it as well.
//   - A wait with a partner that has had the lock since before it started the
//     goroutine that waits, which then cannot have it yet.
//   - A channel that is made anew each time round a loop, where only the next
//     turn needs the lock.
//   - A send that finds room: on a channel whose buffer has a size that is not a
//     constant, or is 4096 or more; for a single result, on a channel made for
//     it; after a look at len or cap of the channel in the same function.
//   - A select with a default, with a timer, with a context, or with another
//     case that needs no lock.
//   - A receive from a timer, or from the Done channel of a context.
//   - close, Signal, Broadcast, and a timer's Stop, which do not wait.
//   - A wait for which the lock is released before, and taken again after.
//   - Goroutines that the waiting function starts itself and that lock objects
//     of their own, or children of the object that is locked.
//   - Channels that bound how many goroutines work at once.
//   - A lock that Cond.Wait takes again under another: see lockorder.
//   - Sleeps, input and output, and system calls: they are slow, not stuck.
//   - Partners in other packages, and locks that a goroutine takes in a function
//     of another package.
//   - Anything in generated files.
//
// # Accepting a report
//
// If the wait is right for a reason that the analyzer cannot see, say so on the
// line of the report or the line above:
//
//	//lint:ignore holdwait the loop has ended when Stop is called
//	<-c.done
//
// The reason is required.
//
//	//lint:file-ignore holdwait replaced by package cache2
//
// accepts all reports in a file.
//
// # Flags
//
// None.
package holdwait
