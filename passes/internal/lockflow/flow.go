package lockflow

import (
	"encoding/binary"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Bounds of the analysis of one function. Past maxStates the states of a block
// are joined to what they have in common; past maxSteps the function is given
// up on with what was found so far.
const (
	maxStates = 64
	maxSteps  = 20000
	maxInline = 8
	maxNested = 6  // callbacks of callbacks
	maxHeld   = 16 // locks held at once, past which acquisitions are not followed
	maxExits  = 8  // effects of a function that callers tell apart
)

// A flow is the analysis of one root function: a forward analysis over its
// blocks with a set of states for each.
type flow struct {
	*engine
	root  *frame
	sum   *summary
	steps int
	// widened is set once a bound was hit: the function is listed by the
	// debug flag, and its reports rest on fewer paths.
	widened bool

	conds     []condKey
	condIDs   map[condKey]int32
	tested    map[condKey]int
	testers   map[condKey][]*ssa.BasicBlock // where
	loaders   map[*path][]*ssa.BasicBlock   // where a variable or field is loaded
	sites     map[site]int
	values    map[any]int
	frames    map[frameKey]*frame
	live      map[int32][]bool
	ops       map[string][]*op
	edgeSet   map[string]bool
	done      map[applyKey]bool
	loops     map[*ssa.Function][]releaseLoop
	firstEdge int // of the engine's edges, the first that this flow made
	seen      *observed
	nested    int                      // callbacks that run one in the other
	releasing map[*ssa.Function][]bool // the blocks from which a release can be reached
	mute      bool                     // no caller: what it may do is of no interest
	inits     bool                     // runs before main: what it takes makes no edges
}

type frameKey struct {
	caller *frame
	call   ssa.Instruction
	fn     *ssa.Function
	env    *frame
}

func newFlow(e *engine, fn *ssa.Function) *flow {
	return &flow{
		engine:    e,
		root:      e.rootFrame(fn),
		sum:       new(summary),
		condIDs:   make(map[condKey]int32),
		tested:    make(map[condKey]int),
		testers:   make(map[condKey][]*ssa.BasicBlock),
		loaders:   make(map[*path][]*ssa.BasicBlock),
		sites:     make(map[site]int),
		values:    make(map[any]int),
		frames:    make(map[frameKey]*frame),
		live:      make(map[int32][]bool),
		ops:       make(map[string][]*op),
		edgeSet:   make(map[string]bool),
		done:      make(map[applyKey]bool),
		loops:     make(map[*ssa.Function][]releaseLoop),
		inits:     isInit(fn),
		mute:      e.uncalled(fn),
		firstEdge: len(e.edges),
		seen:      newObserved(),
		releasing: make(map[*ssa.Function][]bool),
	}
}

// rootFrame returns the frame in which fn is read by itself. A closure's free
// variables are those of its parent, read in the parent's root frame.
func (e *engine) rootFrame(fn *ssa.Function) *frame {
	if fr := e.roots[fn]; fr != nil {
		return fr
	}
	fr := &frame{fn: fn, paths: make(map[ssa.Value]*path)}
	e.roots[fn] = fr
	if fn.Parent() != nil {
		fr.env = e.rootFrame(fn.Parent())
	}
	return fr
}

// isInit reports whether fn runs only while its package is initialised.
func isInit(fn *ssa.Function) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn.Signature.Recv() == nil && (fn.Name() == "init" || len(fn.Name()) > 5 && fn.Name()[:5] == "init#")
}

// uncalled reports whether nothing in the package calls fn and no importer can:
// it is a test, or a closure in one.
func (e *engine) uncalled(fn *ssa.Function) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn.Signature.Recv() == nil && !e.referenced[fn] && e.inTest(fn)
}

func (f *flow) siteID(s site) int {
	id, ok := f.sites[s]
	if !ok {
		id = len(f.sites)
		f.sites[s] = id
	}
	return id
}

// valueID numbers values; equal constants are one value.
func (f *flow) valueID(v any) int {
	id, ok := f.values[v]
	if ok {
		return id
	}
	if c, isConst := v.(*ssa.Const); isConst {
		id = f.valueID(c.String())
	} else {
		id = len(f.values)
	}
	f.values[v] = id
	return id
}

// A result is a state in which a function ends.
type result struct {
	state  *state
	ret    *ssa.Return // nil for a panic
	at     ssa.Instruction
	values []outcome
}

// work is a state waiting to be pushed through a block.
type work struct {
	block *ssa.BasicBlock
	state *state
}

// run pushes entry through fr's function and returns the states at its exits.
func (f *flow) run(fr *frame, entry *state) []result {
	if len(fr.fn.Blocks) == 0 {
		return nil
	}
	var out []result
	seenOut := make(map[string]int)
	seen := make([]map[string]bool, len(fr.fn.Blocks)) // the states of a block: whether in doubt
	wide := make([]*state, len(fr.fn.Blocks))
	queue := []work{{fr.fn.Blocks[0], entry}}
	for len(queue) > 0 {
		w := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		i := w.block.Index
		if seen[i] == nil {
			seen[i] = make(map[string]bool)
		}
		if len(seen[i]) >= maxStates {
			f.widened = true
			w.state = f.widenInto(wide, i, w.state)
		}
		key := w.state.key(f)
		if doubt, ok := seen[i][key]; ok && (!doubt || w.state.doubt) {
			continue
		}
		if len(seen[i]) >= 2*maxStates {
			continue
		}
		seen[i][key] = w.state.doubt
		if f.steps++; f.steps > maxSteps {
			f.widened = true
			break
		}
		next, exits := f.block(fr, w.block, w.state)
		queue = append(queue, next...)
		for _, x := range exits {
			k := exitKey(f, x)
			if at, ok := seenOut[k]; !ok {
				seenOut[k] = len(out)
				out = append(out, x)
			} else if out[at].state.doubt {
				out[at] = x
			}
		}
	}
	return out
}

func (f *flow) widenInto(wide []*state, i int, s *state) *state {
	if wide[i] == nil {
		wide[i] = widen(s, s)
	} else {
		wide[i] = widen(wide[i], s)
	}
	return wide[i]
}

func exitKey(f *flow, x result) string {
	b := []byte(x.state.key(f))
	for _, o := range x.values {
		b = append(b, byte(o))
	}
	if x.ret == nil {
		b = append(b, 'p')
	}
	b = binary.AppendVarint(b, int64(f.valueID(x.at)))
	return string(b)
}

// block pushes a state through b.
func (f *flow) block(fr *frame, b *ssa.BasicBlock, s *state) (next []work, exits []result) {
	states := []*state{s}
	for _, instr := range b.Instrs {
		switch instr := instr.(type) {
		case *ssa.If:
			for _, s := range states {
				yes, no := f.decide(fr, s, instr.Cond)
				next = f.follow(next, fr, b, 0, yes)
				next = f.follow(next, fr, b, 1, no)
			}
			return next, nil
		case *ssa.Jump:
			for _, s := range states {
				next = f.follow(next, fr, b, 0, s)
			}
			return next, nil
		case *ssa.Return:
			for _, s := range states {
				exits = append(exits, f.exit(fr, s, instr))
			}
			return nil, exits
		case *ssa.Panic:
			return nil, f.panics(fr, instr, states)
		}
		states = f.transferAll(fr, instr, states)
		if len(states) == 0 {
			return nil, nil
		}
	}
	return nil, nil
}

func (f *flow) exit(fr *frame, s *state, ret *ssa.Return) result {
	x := result{state: s, ret: ret, at: ret}
	for _, v := range ret.Results {
		x.values = append(x.values, f.evaluate(fr, s, v))
	}
	return x
}

// transferAll pushes states through one instruction; equal ones merge.
func (f *flow) transferAll(fr *frame, instr ssa.Instruction, states []*state) []*state {
	f.steps += len(states) - 1
	if len(states) == 1 {
		return f.bound(f.transfer(fr, instr, states[0]))
	}
	var out []*state
	for _, s := range states {
		out = append(out, f.transfer(fr, instr, s)...)
	}
	return f.bound(f.dedupe(out))
}

// bound joins states that are too many to tell apart.
func (f *flow) bound(states []*state) []*state {
	if len(states) <= maxStates {
		return states
	}
	f.widened = true
	w := states[0]
	for _, s := range states[1:] {
		w = widen(w, s)
	}
	return []*state{w}
}

func (f *flow) dedupe(states []*state) []*state {
	if len(states) < 2 {
		return states
	}
	seen := make(map[string]int, len(states))
	out := states[:0:0]
	for _, s := range states {
		k := s.key(f)
		if at, ok := seen[k]; !ok {
			seen[k] = len(out)
			out = append(out, s)
		} else if out[at].doubt {
			out[at] = s
		}
	}
	return out
}

// follow queues s for the i'th successor of b: phis take their values, and
// what no later instruction asks for is forgotten.
func (f *flow) follow(next []work, fr *frame, b *ssa.BasicBlock, i int, s *state) []work {
	if s == nil {
		return next
	}
	to := b.Succs[i]
	edge := slices.Index(to.Preds, b)
	if i == 1 && b.Succs[0] == to {
		edge = lastIndex(to.Preds, b)
	}
	s = f.jumps(fr, f.leave(fr, s, b, to), b, i)
	s = f.phis(fr, s, to, edge)
	if len(s.facts) > 0 {
		s = s.forget(func(id int32) bool { return !f.liveAt(fr, id, to) && !s.stores(f.conds[id].x.val) })
	}
	if len(s.cells) > 0 {
		s = f.pruneCells(fr, s, to)
	}
	if len(s.freed) > 0 && len(s.defers) == 0 && !f.releasesFrom(fr, to) {
		s = s.clone()
		s.freed = nil
	}
	return append(next, work{to, s})
}

func lastIndex(bs []*ssa.BasicBlock, b *ssa.BasicBlock) int {
	for i := len(bs) - 1; i >= 0; i-- {
		if bs[i] == b {
			return i
		}
	}
	return -1
}
