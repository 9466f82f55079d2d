package lockflow

import (
	"go/token"

	"github.com/lockvet/lockvet/lockgraph"
)

// An Again is an acquisition of a lock that the same goroutine holds.
type Again struct {
	Pos        token.Pos // where the function that holds the lock gets there
	Lock       string    // for people
	HeldMode   lockgraph.Mode
	Mode       lockgraph.Mode
	Kind       lockgraph.Kind
	Once       bool             // the lock is a sync.Once
	Held, Site lockgraph.Site   // the two acquisitions
	HeldCalls  []lockgraph.Site // the calls that lead to Held
	Calls      []lockgraph.Site // the calls that lead to Site, from Pos on
	Writers    []lockgraph.Site // blocking writers of the lock that can come in between
	Test       bool             // in a test
	ByClass    bool             // two locks of one class that are only likely the same
}

// An UnheldKind says in which way a release is wrong.
type UnheldKind uint8

const (
	UnheldPath     UnheldKind = iota // on one path the lock is held, on another not; Other is the acquisition
	UnheldTwice                      // released before; Other is the first release
	UnheldDeferred                   // released here, and again by the deferred call at Other
	UnheldMode                       // held in the other mode; Other is the acquisition

)

// An Unheld is a release of a lock that is not held, or not in that mode.
type Unheld struct {
	Kind      UnheldKind
	Pos       token.Pos
	Lock      string
	Mode      lockgraph.Mode // of the release
	Site      lockgraph.Site
	Other     lockgraph.Site
	Sometimes bool // UnheldMode: on other paths the mode is right
}

// A TryKind says how the failure of an attempt to acquire a lock is not heeded.
type TryKind uint8

const (
	TryIgnored      TryKind = iota // nothing asks for the result
	TryReleased                    // the lock is released at Other though the attempt failed
	TryFallsThrough                // what the lock guards is written to in either case
	TryPolled                      // repeated until it succeeds, with nothing in between
	TryBlocks                      // a function called TryLock waits for the lock
)

// A Try is an attempt to acquire a lock whose failure is not heeded.
type Try struct {
	Kind     TryKind
	Pos      token.Pos
	Lock     string
	Site     lockgraph.Site
	Other    lockgraph.Site
	Released bool // the lock is released whether the attempt succeeds or not
}

// A HoldWait is a lock that is held while waiting for others that need it
// first.
type HoldWait struct {
	Pos         token.Pos
	Lock        string
	Mode        lockgraph.Mode
	Held        lockgraph.Site
	HeldCalls   []lockgraph.Site
	Action      string           // such as "to send on"
	Channel     string           // the class of the channel, group or Cond
	Local       string           // what it is, if it has no name
	Site        lockgraph.Site   // where it waits
	Calls       []lockgraph.Site // the calls that lead there
	Partner     string           // what would end the waiting
	PartnerSite lockgraph.Site
	Needs       lockgraph.Site // where that waits for the lock
}

// An ExitKind says how a path leaves a function or a loop.
type ExitKind uint8

const (
	ExitReturn    ExitKind = iota // a return, or the end of the function
	ExitLoop                      // a break, continue or goto takes the lock out of a loop, or round it
	ExitPanic                     // a panic
	ExitGoroutine                 // a goroutine that was handed the lock ends
)

// A Told says how the caller can tell the end of a function from those ends
// at which the lock is not held.
type Told uint8

const (
	ToldNothing Told = iota
	ToldSuccess      // by true, a nil error, a value that is not nil
	ToldFailure      // by false, an error, nil
)

// A Held is a lock that a function acquired and that is held where it ends.
type Held struct {
	Kind      ExitKind
	Pos       token.Pos // of the end
	Lock      string
	Mode      lockgraph.Mode
	Site      lockgraph.Site   // the acquisition
	Calls     []lockgraph.Site // the calls that lead there
	Acquired  token.Pos        // the acquisition, or the call of this function that leads there
	Func      string           // the function that ends
	Elsewhere bool             // other paths of the function release it
	Later     bool             // … by a call further down in the source
	Told      Told
	// TellsCaller is set if the function is there to lock, and tells by its
	// result whether it has: a method of a lock, or one that returns the result
	// of the attempt itself.
	TellsCaller bool
	Failure     bool // what it returns says that it failed
	HandsOut    bool // at some end a result leads to the lock
	Out         bool // a result leads to the lock, or releases it
	Closure     bool // a function literal
	Exported    bool // other packages can call the function
	Callers     bool // the package calls the function itself
	Handled     bool // a caller releases the lock, or who started the goroutine
	Partner     bool // some function releases locks of that class that it did not acquire
	Private     bool // only this package can release it
	Recovered   bool // a panic: a caller in sight recovers
	Test        bool
	Ends        bool // main or an initialisation
	Home        bool // a home-made lock
	Tried       bool // by a trylock
	Flag        bool // not a lock but a flag that serves as one
	Inverted    bool // the trylock that acquired it is released where it failed
}
