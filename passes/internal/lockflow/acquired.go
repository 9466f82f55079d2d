package lockflow

import (
	"cmp"
	"maps"
	"slices"

	"github.com/lockvet/lockvet/lockgraph"
)

// RecordAcquired makes the engine fill in Result.Acquired. Tests set it, which
// compare the names of locks with those that others give them.
var RecordAcquired bool

// An Acquired is an acquisition by a function or by what it calls.
type Acquired struct {
	Class string // by which the function knows the lock
	Weak  bool
	Once  bool             // of a sync.Once
	Site  lockgraph.Site   // of the acquisition
	Calls []lockgraph.Site // that lead to it from the function
}

// acquired lists what the functions of the package acquire.
func (e *engine) acquired() []Acquired {
	var out []Acquired
	for _, fn := range slices.SortedFunc(maps.Keys(e.sums), compareFuncs) {
		for _, o := range e.sums[fn].ops {
			if o.target != nil {
				continue
			}
			c := e.class(cmp.Or(o.local, o.path))
			out = append(out, Acquired{c.name, c.weak, o.once, o.site.Site, sitesOf(o.calls)})
		}
	}
	return out
}
