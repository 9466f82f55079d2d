package lockflow

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// Explain makes the engine fill in Result.Explained, for drivers that answer
// questions about orders. It is set before anything is analysed.
var Explain bool

// Explained is what the engine knows of a package beside its orders.
type Explained struct {
	Tries   []TrySite
	Left    []LeftOut
	Under   []CallUnder
	Calls   *CallGraph
	Widened []string // functions that were too large to be followed exactly
}

// A TrySite is a place where a trylock is called.
type TrySite struct {
	Site   lockgraph.Site
	Method string // such as TryLock
	Class  string
	Weak   bool // of Class: only the wrapper or the parameter is known
	Mode   lockgraph.Mode
	Kind   lockgraph.Kind // Try or Spin
	Held   []HeldAt       // in the function itself
}

// A HeldAt is a lock that is held at a place.
type HeldAt struct {
	Class string
	Weak  bool
	Mode  lockgraph.Mode
	Site  lockgraph.Site
}

// A Reason says why an acquisition under a lock is no order.
type Reason string

const (
	Unpublished Reason = "unpublished" // one of the two is not shared yet
	Ignored     Reason = "ignored"     // a directive takes it out of all orders
	Unnamed     Reason = "unnamed"     // of one only its wrapper is known
)

// A LeftOut is an acquisition under a lock that makes no edge.
type LeftOut struct {
	From, To   string // classes
	Held, Site lockgraph.Site
	Calls      []lockgraph.Site
	Reason     Reason
}

// A CallUnder is a call with locks held: of the function Callee, or of one that
// is not known.
type CallUnder struct {
	Held    []HeldAt
	Site    lockgraph.Site
	Callee  string
	Dynamic *DynamicCall
}

// explained is what is noted for Explained on the way.
type explained struct {
	tries map[site]*rawTrySite
	left  []rawLeftOut
	under map[underKey][]*heldLock
}

type rawTrySite struct {
	method string
	path   *path
	mode   lockgraph.Mode
	kind   lockgraph.Kind
	held   []*heldLock
}

type rawLeftOut struct {
	from, to   *path
	held, site site
	calls      []site
	reason     Reason
}

type underKey struct {
	site    site
	callee  string
	dynamic DynamicCall
}

// noteTry notes a trylock and what is held there.
func (e *engine) noteTry(c *ssa.CallCommon, o *op, prim primitive, how lockgraph.Kind, held []*heldLock) {
	if !Explain {
		return
	}
	name := ""
	if c.IsInvoke() {
		name = c.Method.Name()
	} else if obj := declared(c.StaticCallee()); obj != nil {
		name = obj.Name()
	}
	tries := name == "TryLock" || name == "TryRLock" || name == "TryLockSpin"
	if !tries && !prim.declared && (prim.kind != primSpin || name == "") {
		return // a flag, a semaphore, a wait that ends
	}
	t := e.explained.tries[o.site]
	if t == nil {
		if e.explained.tries == nil {
			e.explained.tries = make(map[site]*rawTrySite)
		}
		t = &rawTrySite{method: name, path: o.path, mode: o.mode, kind: how}
		e.explained.tries[o.site] = t
	}
	for _, h := range held {
		if !slices.ContainsFunc(t.held, func(g *heldLock) bool { return g.path == h.path && g.mode == h.mode }) {
			t.held = append(t.held, h)
		}
	}
}

// leaveOut notes that an acquisition under a lock makes no edge.
func (e *engine) leaveOut(from, to *path, held, at site, calls []site, reason Reason) {
	if Explain && to != nil {
		e.explained.left = append(e.explained.left, rawLeftOut{from, to, held, at, calls, reason})
	}
}

// noteUnder notes a call with locks held. A function that the caller passes is
// known to the caller.
func (f *flow) noteUnder(fr *frame, instr ssa.CallInstruction, s *state) {
	if !Explain || len(s.held) == 0 {
		return
	}
	if _, ok := instr.(*ssa.Go); ok {
		return
	}
	k := underKey{site: f.siteAt(fr, instr)}
	c := instr.Common()
	if c.IsInvoke() {
		if _, t := concrete(c.Value); t != nil && f.method(t, c.Method) != nil {
			k.callee = lockclass.FuncKey(f.refOf(f.method(t, c.Method)).obj)
		} else if d, ok := interfaceCall(c.Value.Type(), c.Method); ok {
			k.dynamic = d
		} else {
			return
		}
	} else if ref := f.resolve(fr, s, c.Value); ref != nil {
		if k.callee = f.keyOf(ref); k.callee == "" {
			return
		}
	} else {
		p := f.loc(fr, c.Value)
		if p.kind == rootParam {
			return
		}
		key := ""
		if p.kind == stepDeref {
			key = f.storeKey(p.parent)
		}
		k.dynamic = valueCall(c.Signature(), key)
	}
	if f.explained.under == nil {
		f.explained.under = make(map[underKey][]*heldLock)
	}
	for _, h := range s.held {
		if l := f.explained.under[k]; !slices.ContainsFunc(l, func(g *heldLock) bool { return g.path == h.path }) {
			f.explained.under[k] = append(l, h)
		}
	}
}

// keyOf names a function across packages, "" if it has no name.
func (e *engine) keyOf(ref *funcRef) string {
	switch {
	case ref.key != "":
		return ref.key
	case ref.obj != nil:
		return lockclass.FuncKey(ref.obj)
	case ref.fn != nil:
		return e.closureKey(ref.fn)
	}
	return ""
}

// explain names what was noted.
func (e *engine) explain(own *graphPart) *Explained {
	out := &Explained{Calls: e.callGraph(own)}
	for _, fn := range e.widened {
		out.Widened = append(out.Widened, e.path+"."+fn)
	}
	for at, t := range e.explained.tries {
		c := e.class(t.path)
		out.Tries = append(out.Tries, TrySite{
			Site: at.Site, Method: t.method, Class: c.name, Weak: c.weak, Mode: t.mode, Kind: t.kind, Held: e.heldAt(t.held),
		})
	}
	slices.SortFunc(out.Tries, func(a, b TrySite) int {
		return cmp.Or(a.Site.Compare(b.Site), strings.Compare(a.Class, b.Class))
	})
	for _, l := range e.explained.left {
		from, to := e.class(l.from), e.class(l.to)
		out.Left = append(out.Left, LeftOut{from.name, to.name, l.held.Site, l.site.Site, sitesOf(l.calls), l.reason})
	}
	slices.SortStableFunc(out.Left, func(a, b LeftOut) int {
		return cmp.Or(strings.Compare(a.From, b.From), strings.Compare(a.To, b.To), a.Held.Compare(b.Held), a.Site.Compare(b.Site),
			strings.Compare(string(a.Reason), string(b.Reason)))
	})
	out.Left = slices.CompactFunc(out.Left, func(a, b LeftOut) bool {
		return a.From == b.From && a.To == b.To && a.Held == b.Held && a.Site == b.Site && a.Reason == b.Reason
	})
	for k, held := range e.explained.under {
		u := CallUnder{Held: e.heldAt(held), Site: k.site.Site, Callee: k.callee}
		if k.callee == "" {
			d := k.dynamic
			d.Site = u.Site
			u.Dynamic = &d
		}
		out.Under = append(out.Under, u)
	}
	slices.SortFunc(out.Under, func(a, b CallUnder) int {
		return cmp.Or(a.Site.Compare(b.Site), strings.Compare(a.Callee, b.Callee), strings.Compare(a.Dynamic.text(), b.Dynamic.text()))
	})
	return out
}

func (e *engine) heldAt(held []*heldLock) []HeldAt {
	var out []HeldAt
	for _, h := range held {
		c := e.class(h.path)
		out = append(out, HeldAt{c.name, c.weak, h.mode, h.site.Site})
	}
	slices.SortFunc(out, func(a, b HeldAt) int {
		return cmp.Or(strings.Compare(a.Class, b.Class), cmp.Compare(a.Mode, b.Mode), a.Site.Compare(b.Site))
	})
	return out
}

// effects lists what each function of the package waits for: an attempt that fails
// has none.
func (e *engine) effects() map[string][]Acquired {
	out := make(map[string][]Acquired)
	for _, fn := range slices.SortedFunc(maps.Keys(e.sums), compareFuncs) {
		key := e.keyOf(&funcRef{fn: fn, obj: objectOf(fn)})
		for _, o := range e.sums[fn].ops {
			if o.target != nil || o.how == lockgraph.Try || o.how == lockgraph.Retry {
				continue
			}
			if c := e.class(cmp.Or(o.local, o.path)); !c.weak {
				out[key] = append(out[key], Acquired{c.name, false, o.once, o.site.Site, sitesOf(o.calls)})
			}
		}
	}
	return out
}
