// Package lockgraph is the order graph that the static and the run-time side
// of lockvet share: lock classes, the order edges between them, and the search
// for cycles that mean trouble. It needs the standard library only.
//
// # Classes and edges
//
// A [Class] is a set of locks that obey the same rules, such as a struct field
// pkg.Type.mu. An [Edge] A → B says that B is acquired while A is held. It has
// a mode at each end, a [Kind], a witness (where A was acquired, the calls,
// where B was acquired) and the other locks held at that moment. Edges that
// differ in more than the calls are kept apart, so two classes can have many.
//
// The kind says whether the thread waits while it holds A:
//
//	wait   Lock, RLock: waits
//	poll   TryLock in a loop that ends only with success: waits, burning a CPU
//	spin   a spinning trylock: waits for a bounded time, then starts over
//	       (Edge.Retries) or gives up
//	retry  one-shot TryLock in a busy retry loop: starts over at once
//	try    one-shot TryLock that gives up, falls back, backs off or is bounded
//
// # Verdicts
//
// [Graph.Cycles] returns the cycles that count. The verdict follows from the
// kinds of the edges:
//
//	any try                                  avoidance: harmless unless TryLock
//	                                         spins, returned on request only
//	any spin that gives up                   bounded spin: not returned if all
//	                                         classes are adaptive mutexes
//	any spin that starts over                spinning livelock
//	all retry                                retry livelock
//	any retry, the others wait or poll       trylock inversion
//	any poll, the others wait                livelock
//	all wait                                 deadlock
//
// The first line that applies decides: where one edge lets go in the end, the
// others get through.
//
// The search goes by layers: wait, poll, spin that starts over, retry, spin
// that gives up, try. A layer looks for cycles with an edge that it added, so a
// short harmless cycle does not hide a longer deadlock. In each it returns the
// shortest cycle through each pair of classes that no former cycle covers.
//
// # When a cycle counts
//
// Gates: no two of its edges hold a common lock that is certainly the same
// instance, one of them exclusively. One such pair cannot be in progress
// together, so the cycle is harmless. The locks that an edge holds are its
// [Gate]s and its From; two are certainly the same if they are of one class and
// share an anchor.
//
// Read locks: at each class one edge holds it and the one before wants it. They
// conflict if either is exclusive. If both are shared, readers only stop each
// other while a [Writer] waits, so there must be one that holds none of the
// cycle's classes, and no global that is a gate of the cycle. A trylock for
// reading fails by the same rule.
//
// Same class: two instances of one class make a cycle if they are
// interchangeable ([Interchangeable]: two threads take the same edge, each with
// the other's locks), or if one edge goes from parent to child through a field
// and another back. An edge of one direction is an order by structure, and one
// of unknown [Relation] says nothing. Such edges are no part of longer cycles.
//
// No cycle leads through a weak class, and none has edges from tests and from
// production code. A test-only cycle through classes that production code
// already locks in a cycle is not returned again.
//
// A declared [Order] needs no second edge: each edge that waits or polls the
// other way round is an order violation, gated or not, and takes part in no
// cycle besides.
//
// # JSON
//
// [Graph.WriteJSON] and [ReadJSON] use one form, the same bytes for the same
// content:
//
//	{"tool":"lockvet","version":1,
//	"classes":[
//	{"name":"p.T.mu","writers":[{"site":{"pkg":"p","file":"t.go","line":7}}]}],
//	"edges":[
//	{"from":"p.T.mu","to":"p.U.mu","to_mode":"shared","kind":"poll",...}],
//	"orders":[
//	{"before":"p.T.mu","after":"p.U.mu","site":{...}}]}
//
// Zero values are left out. The reader accepts this version only, refuses what
// it does not know, and returns either a whole graph or an error of one line.
package lockgraph
