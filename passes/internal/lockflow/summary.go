package lockflow

import (
	"cmp"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/lockgraph"
)

// A position is a place in the source. pos is set only for places in the
// package under analysis.
type position struct {
	lockgraph.Site
	pos token.Pos
}

// A site is a position, interned: two sites of one place are equal.
type site = *position

// A gate is a lock that is held as well where an edge is made. Where it was
// acquired is of no interest.
type gate struct {
	path *path
	mode lockgraph.Mode
}

// A heldRef is a lock held somewhere on the way to an op, relative to the
// function whose summary mentions it.
type heldRef struct {
	path   *path
	mode   lockgraph.Mode
	site   site   // where it was acquired
	report site   // the place in its holder from which the rest is reached
	calls  []site // the calls from there on, outermost first
}

// An op is something that a function may do, with the locks it holds itself at
// that moment: acquire a lock, or call what only a caller or an importing
// package can resolve.
type op struct {
	// An acquisition, if target is nil.
	path     *path
	mode     lockgraph.Mode
	how      lockgraph.Kind
	retries  bool
	adaptive bool
	rw       bool  // an RWMutex, whose exclusive acquisitions make readers conflict
	probe    bool  // a trylock that only asks whether the lock is held
	once     bool  // of a sync.Once
	nested   bool  // declared to be in order with locks of its class
	doubt    bool  // only on paths that are in doubt, or by a function that may be kept
	local    *path // path, where it is a local variable's: for closures of that variable
	retake   bool  // the caller's lock, dropped before
	cond     *cond // a trylock whose outcome decides the function's result

	target *target

	prefix int // how many of calls lie between this function and a callback

	site    site   // of the acquisition or the dynamic call
	calls   []site // from this function to site
	held    []heldRef
	dropped []*path // the caller's locks that are not held at that moment
	guards  []guard // boolean parameters that decide whether the op happens
}

// A guard says that an op or exit needs a parameter to have a value: true or
// false, or to be or not to be a constant.
type guard struct {
	param int
	value bool
	equal string // a constant: the parameter is (value) or is not equal to it
}

// A cond relates an effect to a result of the function.
type cond struct {
	result  int
	outcome outcome // of the result when the effect took place
}

// An outcome is what is known of a boolean or error result.
type outcome uint8

const (
	unknown outcome = iota
	isTrue          // true, or nil for an error
	isFalse         // false, or non-nil
)

func (o outcome) not() outcome {
	switch o {
	case isTrue:
		return isFalse
	case isFalse:
		return isTrue
	}
	return unknown
}

func outcomeOf(b bool) outcome {
	if b {
		return isTrue
	}
	return isFalse
}

// A target is a call that this package cannot resolve by itself.
type target struct {
	kind   targetKind
	path   *path  // param: the function value; implicit: the values formatted
	key    string // dynamic: see dynamic.go
	method string // a method of path's type, for implicit calls and calls on a parameter
	iface  string // the interface, if named; not exported

	// Of a dynamic call, as far as this package can tell: the receiver, or the
	// object that holds the function called, and the arguments. Not exported.
	recv *path
	args []*path
}

type targetKind uint8

const (
	targetParam    targetKind = iota // a function that the caller passes
	targetDynamic                    // an interface method, function field or variable, by key
	targetImplicit                   // fmt's String or Error on a value that the caller passes
)

// An exit is one way in which a function returns.
type exit struct {
	held     []netHeld
	released []relRef
	results  []outcome
	guards   []guard
	panics   bool
	unsure   bool // some lock may be held or not: nothing is said of it
}

// A netHeld is a lock that a function returns with.
type netHeld struct {
	path  *path
	mode  lockgraph.Mode
	how   lockgraph.Kind
	site  site
	calls []site
}

// A relRef is a lock that a function releases though it did not acquire it.
type relRef struct {
	path  *path
	mode  lockgraph.Mode
	maybe bool // on some paths only
}

// A summary is the lock effect of a function, relative to its parameters and
// free variables.
type summary struct {
	ops   []*op
	exits []*exit
	edges []*rawEdge // edges with an end that only a caller can name

	blocks  bool     // may wait: a sleep, a channel; known in this package only
	tries   []tryRef // trylocks that a caller may retry
	params  []paramUse
	results []*path
	funcs   []*funcRef // results that are functions
}

// A tryRef is an edge by a trylock after whose failure the function gives up
// and tells its caller so, with everything released. A caller that calls again
// at once retries it.
type tryRef struct {
	edge *rawEdge
	cond cond // the result when it failed
}

// paramUse is what a function does with a parameter that is a function, or
// that points to something with a lock.
type paramUse struct {
	called  bool // ops tell where
	stored  bool // outlives the call
	spawned bool
	unknown bool
	field   string // stored: the dynamic key of the field or variable
}

func (s *summary) empty() bool {
	return s == nil || len(s.ops) == 0 && !s.netEffect() && len(s.edges) == 0 && len(s.tries) == 0 && len(s.funcs) == 0 && !s.usesParams()
}

func (s *summary) usesParams() bool {
	for _, u := range s.params {
		if u.stored || u.spawned || u.called {
			return true
		}
	}
	return false
}

// netEffect reports whether a call changes what the caller holds.
func (s *summary) netEffect() bool {
	if s == nil {
		return false
	}
	for _, e := range s.exits {
		if len(e.held) > 0 || len(e.released) > 0 {
			return true
		}
	}
	return false
}

// varies reports whether a function may return with a lock, or without it.
func (s *summary) varies() bool {
	first := -1
	for _, x := range s.exits {
		if x.panics {
			continue
		}
		if first >= 0 && len(x.held) != first {
			return true
		}
		first = len(x.held)
	}
	return false
}

// A rawEdge is an order edge whose ends are still paths.
type rawEdge struct {
	from, to         *path
	fromMode, toMode lockgraph.Mode
	kind             lockgraph.Kind
	retries          bool
	adaptive         bool // of to
	held             site
	calls            []site
	site             site
	report           site
	gates            []gate
	ordered          bool          // the two instances are taken in an established order
	target           *target       // a pending call instead of to
	fn               *ssa.Function // the root function in which it was found
}

func compareSites(a, b site) int { return a.Site.Compare(b.Site) }

// sortOps puts ops in an order that does not depend on how they were found.
func sortOps(ops []*op) {
	slices.SortStableFunc(ops, func(a, b *op) int {
		return cmp.Or(compareSites(a.site, b.site), cmp.Compare(len(a.calls), len(b.calls)))
	})
}
