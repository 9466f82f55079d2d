package lockflow

import (
	"encoding/binary"
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
	via     []site // calls that lead from the holder to site
	frame   *frame // the activation that holds it
	entry   bool   // held by the caller, as a later release shows

	// Set for a lock held by a callee while it calls back into this function.
	callback *invocation
	report   site
	calls    []site
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

// A fact is what is known of a branch condition on the path to a state.
type fact struct {
	id    int32 // of the condKey
	value bool
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
}

func (s *state) clone() *state {
	t := *s
	t.held = slices.Clip(t.held)
	t.released = slices.Clip(t.released)
	t.facts = slices.Clip(t.facts)
	t.cells = slices.Clip(t.cells)
	t.defers = slices.Clip(t.defers)
	return &t
}

// key identifies states that behave the same from here on.
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
		if k.value {
			num(int(k.id)*2 + 1)
		} else {
			num(int(k.id) * 2)
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

// know returns s with the fact added; ok is false if s contradicts it.
func (s *state) know(id int32, value bool) (t *state, ok bool) {
	i, found := slices.BinarySearchFunc(s.facts, id, func(k fact, id int32) int { return int(k.id - id) })
	if found {
		return s, s.facts[i].value == value
	}
	t = s.clone()
	t.facts = slices.Insert(slices.Clone(s.facts), i, fact{id, value})
	return t, true
}

func (s *state) lookup(id int32) (value, ok bool) {
	i, found := slices.BinarySearchFunc(s.facts, id, func(k fact, id int32) int { return int(k.id - id) })
	if !found {
		return false, false
	}
	return s.facts[i].value, true
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
	return s.mapHeld(func(h *heldLock) *heldLock {
		keep := slices.DeleteFunc(slices.Clone(h.aliases), stale)
		isStale := stale(h.path)
		if !isStale && len(keep) == len(h.aliases) {
			return h
		}
		n := *h
		n.aliases = keep
		if isStale {
			if len(keep) > 0 {
				n.path, n.aliases = keep[0], keep[1:]
			} else {
				n.path = t.rebase(h.path, func(r *path) *path { return t.old(r.val, r.owner) })
			}
		}
		return &n
	})
}

// widen joins two states into one that claims only what both do.
func widen(a, b *state) *state {
	t := &state{defers: a.defers}
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
