package lockflow

import (
	"encoding/binary"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/lockgraph"
)

// A heldLock is a lock in a state's held set. It is never changed once made.
type heldLock struct {
	path    *path
	aliases []*path // other names of the same instance, by assignment
	mode    lockgraph.Mode
	how     lockgraph.Kind
	site    site
	via     []site    // calls that lead from the holder to site
	frame   *frame    // the activation that holds it
	entry   bool      // held by the caller, as a later release shows
	pending bool      // a deferred call will release it
	left    token.Pos // the last break, continue or goto that was taken with it held

	// Set for a lock held by a callee while it calls back into this function.
	callback *invocation
	report   site
	calls    []site
}

// here is where the holder acquired h, or called what did.
func (h *heldLock) here() site {
	if len(h.via) > 0 {
		return h.via[0]
	}
	return h.site
}

func (h *heldLock) is(p *path) bool {
	return h.path == p || slices.Contains(h.aliases, p)
}

// A deferred is an entry of a defer stack: the call is evaluated in fr and
// runs when owner returns.
type deferred struct {
	instr     *ssa.Defer
	fr, owner *frame
}

// A fact is what is known of a branch condition on the path to a state. A stale
// fact was true once: other code may have changed it since, but most programs
// that test a condition twice rely on it.
type fact struct {
	id    int32 // of the condKey
	value bool
	stale bool
}

// A cell is a variable that SSA did not lift, with its last stored value, or
// (val of kind UnOp) a load from such a variable, with the value it yielded.
type cell struct {
	path *path     // the variable, or nil
	load ssa.Value // the load, or nil
	val  ssa.Value
}

// A state is what holds at one point on one path. A state is never changed
// once it is shared; clone first.
type state struct {
	held     []*heldLock
	released []relRef // locks of the caller that were released here
	facts    []fact   // sorted by id
	cells    []cell
	defers   []deferred
	failed   site // the last trylock that failed
	lacks    site // the last trylock or call that failed to acquire a lock
	freed    []freedLock

	// doubt is set on a path that a program may rely on not to be taken: it
	// contradicts a stale fact, or a lock was lost sight of on it. What is
	// missing or too much on such a path is no fault.
	doubt bool
}

// A freedLock is a lock that was acquired here and released again.
type freedLock struct {
	path     *path
	mode     lockgraph.Mode
	site     site // of the release
	since    site // of the acquisition
	deferred bool
	by       *ssa.Function // the function that released it, if another
	guess    bool          // by another name: it is only likely to be this one
}

func (s *state) clone() *state {
	t := *s
	t.held = slices.Clip(t.held)
	t.released = slices.Clip(t.released)
	t.facts = slices.Clip(t.facts)
	t.cells = slices.Clip(t.cells)
	t.defers = slices.Clip(t.defers)
	t.freed = slices.Clip(t.freed)
	return &t
}

// key identifies states that behave the same from here on, except that one may
// be in doubt.
func (s *state) key(f *flow) string {
	b := make([]byte, 0, 64)
	num := func(i int) { b = binary.AppendVarint(b, int64(i)) }
	num(len(s.held))
	for _, h := range s.held {
		num(int(h.path.id))
		num(int(h.mode))
		num(f.siteID(h.site))
		num(len(h.aliases))
		for _, a := range h.aliases {
			num(int(a.id))
		}
	}
	num(f.siteID(s.failed))
	num(f.siteID(s.lacks))
	num(len(s.released))
	for _, r := range s.released {
		num(int(r.path.id))
		num(int(r.mode))
		if r.maybe {
			num(-1)
		}
	}
	num(len(s.facts))
	for _, k := range s.facts {
		n := int(k.id) * 4
		if k.value {
			n++
		}
		if k.stale {
			n += 2
		}
		num(n)
	}
	num(len(s.freed))
	for _, l := range s.freed {
		num(int(l.path.id))
		num(int(l.mode))
		if l.guess {
			num(-1)
		}
	}
	num(len(s.cells))
	for _, c := range s.cells {
		if c.path != nil {
			num(int(c.path.id))
		} else {
			num(-1 - f.valueID(c.load))
		}
		num(f.valueID(c.val))
	}
	num(len(s.defers))
	for _, d := range s.defers {
		num(f.valueID(d.instr))
	}
	return string(b)
}

// know returns s with the fact added; ok is false if s contradicts it. To
// contradict a stale fact makes the state doubtful.
func (s *state) know(id int32, value bool) (t *state, ok bool) {
	if i, found := s.find(id); found && !s.facts[i].stale {
		return s, s.facts[i].value == value
	}
	return s.learn(fact{id: id, value: value}), true
}

// expect returns s with the fact added as a stale one.
func (s *state) expect(id int32, value bool) *state {
	return s.learn(fact{id: id, value: value, stale: true})
}

func (s *state) learn(k fact) *state {
	i, found := s.find(k.id)
	t := s.clone()
	t.facts = slices.Clone(s.facts)
	if !found {
		t.facts = slices.Insert(t.facts, i, k)
		return t
	}
	t.doubt = t.doubt || t.facts[i].value != k.value
	t.facts[i] = k
	return t
}

func (s *state) find(id int32) (i int, found bool) {
	return slices.BinarySearchFunc(s.facts, id, func(k fact, id int32) int { return int(k.id - id) })
}

func (s *state) lookup(id int32) (value, ok bool) {
	i, found := s.find(id)
	if !found || s.facts[i].stale {
		return false, false
	}
	return s.facts[i].value, true
}

// doubtful returns s in doubt.
func (s *state) doubtful() *state {
	if s.doubt {
		return s
	}
	t := s.clone()
	t.doubt = true
	return t
}

// outdate makes the facts that change selects stale.
func (s *state) outdate(change func(id int32) bool) *state {
	if !slices.ContainsFunc(s.facts, func(k fact) bool { return !k.stale && change(k.id) }) {
		return s
	}
	t := s.clone()
	t.facts = slices.Clone(s.facts)
	for i, k := range t.facts {
		t.facts[i].stale = k.stale || change(k.id)
	}
	return t
}

// forget removes the facts that drop selects.
func (s *state) forget(drop func(id int32) bool) *state {
	if !slices.ContainsFunc(s.facts, func(k fact) bool { return drop(k.id) }) {
		return s
	}
	t := s.clone()
	t.facts = slices.DeleteFunc(slices.Clone(s.facts), func(k fact) bool { return drop(k.id) })
	return t
}

// setCell records what a variable holds; val nil forgets it.
func (s *state) setCell(p *path, load, val ssa.Value) *state {
	i := slices.IndexFunc(s.cells, func(c cell) bool { return c.path == p && c.load == load })
	if i < 0 && val == nil || i >= 0 && s.cells[i].val == val {
		return s
	}
	t := s.clone()
	t.cells = slices.Clone(s.cells)
	switch {
	case val == nil:
		t.cells = slices.Delete(t.cells, i, i+1)
	case i >= 0:
		t.cells[i].val = val
	default:
		t.cells = append(t.cells, cell{p, load, val})
	}
	return t
}

// resolve returns the value that a load is known to have yielded.
func (s *state) resolve(v ssa.Value) ssa.Value {
	for range 4 {
		i := slices.IndexFunc(s.cells, func(c cell) bool { return c.load == v && v != nil })
		if i < 0 {
			return v
		}
		v = s.cells[i].val
	}
	return v
}

func (s *state) cell(p *path) ssa.Value {
	for _, c := range s.cells {
		if c.path == p {
			return c.val
		}
	}
	return nil
}

// mapHeld returns s with each held lock replaced; change returns its argument
// where nothing changes.
func (s *state) mapHeld(change func(*heldLock) *heldLock) *state {
	t := s
	for i, h := range s.held {
		if n := change(h); n != h {
			if t == s {
				t = s.clone()
				t.held = slices.Clone(s.held)
			}
			t.held[i] = n
		}
	}
	return t
}

// alias adds q as a name for every held lock that p leads to.
func (s *state) alias(t *pathTable, p, q *path) *state {
	return s.mapHeld(func(h *heldLock) *heldLock {
		for _, name := range append([]*path{h.path}, h.aliases...) {
			if name.hasPrefix(p) && len(h.aliases) < 4 {
				if renamed := t.replace(name, p, q); !h.is(renamed) {
					n := *h
					n.aliases = append(slices.Clip(h.aliases), renamed)
					return &n
				}
			}
		}
		return h
	})
}

// age forgets the names of held locks that stale selects: the names' values
// are about to be computed anew. A lock without a name keeps its class.
func (s *state) age(t *pathTable, stale func(*path) bool) *state {
	return s.rebind(t, stale, nil, nil)
}

// rebind is age for a variable that is assigned: what p led to before, the
// variable q leads to from now on.
func (s *state) rebind(t *pathTable, stale func(*path) bool, p, q *path) *state {
	if slices.ContainsFunc(s.freed, func(l freedLock) bool { return stale(l.path) }) {
		s = s.clone()
		s.freed = slices.DeleteFunc(slices.Clone(s.freed), func(l freedLock) bool { return stale(l.path) })
	}
	return s.mapHeld(func(h *heldLock) *heldLock {
		names := append([]*path{h.path}, h.aliases...)
		keep := slices.DeleteFunc(slices.Clone(names), stale)
		for _, name := range names {
			if p == nil || !name.hasPrefix(p) || len(keep) > 4 {
				continue
			}
			if renamed := t.replace(name, p, q); !slices.Contains(keep, renamed) {
				keep = append(keep, renamed)
			}
		}
		if slices.Equal(keep, names) {
			return h
		}
		n := *h
		if len(keep) > 0 {
			n.path, n.aliases = keep[0], keep[1:]
		} else {
			n.path, n.aliases = t.rebase(h.path, func(r *path) *path { return t.old(r.val, r.owner) }), nil
		}
		return &n
	})
}

// widen joins two states into one that claims only what both do.
func widen(a, b *state) *state {
	t := &state{defers: a.defers, doubt: true}
	for _, h := range a.held {
		if slices.ContainsFunc(b.held, func(g *heldLock) bool { return g.path == h.path && g.mode == h.mode }) {
			t.held = append(t.held, h)
		}
	}
	for _, r := range a.released {
		if slices.Contains(b.released, r) {
			t.released = append(t.released, r)
		}
	}
	if len(b.defers) > len(a.defers) {
		t.defers = b.defers
	}
	return t
}

// acquired returns s, which may be changed, with the lock at p no longer among
// those that were freed.
func (s *state) acquired(p *path) *state {
	s.freed = slices.DeleteFunc(slices.Clone(s.freed), func(l freedLock) bool { return l.path == p })
	return s
}

// has reports whether s holds the lock at p in a mode that excludes another.
func (s *state) has(p *path, mode lockgraph.Mode) bool {
	return slices.ContainsFunc(s.held, func(h *heldLock) bool {
		return h.is(p) && !h.entry && (h.mode == lockgraph.Exclusive || mode == lockgraph.Exclusive)
	})
}

// stores reports whether a variable is known to have the value v.
func (s *state) stores(v ssa.Value) bool {
	return v != nil && slices.ContainsFunc(s.cells, func(c cell) bool { return c.path != nil && c.val == v })
}
