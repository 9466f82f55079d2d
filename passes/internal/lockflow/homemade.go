package lockflow

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// Home-made locks are recognised by what the package does with them, all of
// it: a channel whose buffer is filled to acquire and drained to release, or
// the other way round, and a flag that a compare-and-swap sets and a store
// clears. That a function of the package brackets something with the two is
// what tells a lock from a signal, a queue, or a flag that is set once.

// A homeLock is how a channel or flag is used as a lock.
type homeLock struct {
	kind   homeKind
	bySend bool // a channel: sending acquires
}

type homeKind uint8

const (
	homeMutex     homeKind = iota + 1 // a channel with room for one
	homeSemaphore                     // a channel with room for some number
	homeFlag
)

// A homeOp is one use of a channel or flag.
type homeOp struct {
	key      string
	acquires bool // of a channel: it sends
	pos      token.Pos
	deferred bool
	loop     bool // in a loop of its function
}

// A homeUse collects the uses of one channel or flag.
type homeUse struct {
	flag                 bool
	other                bool // used as no lock is
	sizes                []int64
	filled               bool // by the function that makes it
	sendFirst            int
	recvFirst            int
	loops                bool // one direction only, in a loop
	sendMulti, recvMulti bool // in a select with other cases
}

// homeKey names the channel or flag at p across the package.
func homeKey(p *path, t types.Type) string {
	if t != nil {
		if n, ok := types.Unalias(t).(*types.Named); ok {
			return "T" + lockclass.ObjKey(n.Origin().Obj())
		}
	}
	if p.kind == stepDeref {
		p = p.parent
	}
	switch {
	case p.kind == stepField && p.owner != "":
		return "F" + p.owner + "." + p.name
	case p.kind == rootGlobal:
		return "V" + p.name
	}
	return "L" + strconv.Itoa(int(p.id))
}

// homeLock returns how the channel or flag at p is used as a lock, nil if it
// is not.
func (e *engine) homeLock(p *path, t types.Type) *homeLock {
	if len(e.home) == 0 {
		return nil
	}
	return e.home[homeKey(p, t)]
}

// findHomeLocks decides which channels and flags of the package are locks.
func (e *engine) findHomeLocks(fns []*ssa.Function) {
	h := &homeFinder{engine: e, uses: make(map[string]*homeUse), ops: make(map[*ssa.Function][]homeOp)}
	for _, fn := range fns {
		h.scan(fn)
	}
	if len(h.ops) == 0 {
		return
	}
	h.helpers()
	for _, fn := range fns {
		if fn.Parent() == nil {
			h.order(h.ops[fn])
		}
	}
	for key, u := range h.uses {
		if l := u.lock(); l != nil {
			e.home[key] = l
		}
	}
}

// lock judges the uses.
func (u *homeUse) lock() *homeLock {
	if u.other || u.loops || u.sendFirst > 0 && u.recvFirst > 0 {
		return nil
	}
	if u.flag {
		if u.sendFirst == 0 {
			return nil
		}
		return &homeLock{kind: homeFlag}
	}
	l := &homeLock{kind: homeSemaphore, bySend: u.sendFirst > 0}
	if l.bySend && u.recvMulti || !l.bySend && u.sendMulti {
		return nil // whoever releases does not wait for something else
	}
	if l.bySend == u.filled || !l.bySend && u.recvFirst == 0 {
		return nil
	}
	if len(u.sizes) > 0 && !slices.ContainsFunc(u.sizes, func(n int64) bool { return n != 1 }) {
		l.kind = homeMutex
	}
	if slices.Contains(u.sizes, 0) {
		return nil // a rendezvous
	}
	return l
}

// A homeFinder reads the package for home-made locks. The operations of a
// closure count for the function around it.
type homeFinder struct {
	*engine
	uses map[string]*homeUse
	ops  map[*ssa.Function][]homeOp
}

func (h *homeFinder) use(key string) *homeUse {
	u := h.uses[key]
	if u == nil {
		u = new(homeUse)
		h.uses[key] = u
	}
	return u
}

func (h *homeFinder) add(fn *ssa.Function, op homeOp) {
	op.deferred = op.deferred || fn.Parent() != nil
	if mc := h.makers[fn]; op.key[0] == 'L' && fn.Parent() != nil && (mc == nil || !onlyRunHere(mc)) {
		h.use(op.key).other = true // two goroutines signal each other
	}
	outer := outermost(fn)
	h.ops[outer] = append(h.ops[outer], op)
}

func (h *homeFinder) scan(fn *ssa.Function) {
	fr := h.rootFrame(fn)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.MakeChan:
				h.made(fr, instr)
			case *ssa.Send:
				h.channel(fr, instr, instr.Chan, true, instr.Pos())
			case *ssa.UnOp:
				if instr.Op == token.ARROW {
					u := h.use(homeKey(h.loc(fr, instr.X), instr.X.Type()))
					u.other = u.other || instr.CommaOk || !unused(instr)
					h.channel(fr, instr, instr.X, false, instr.Pos())
				}
			case *ssa.Select:
				for _, st := range instr.States {
					send := st.Dir == types.SendOnly
					h.channel(fr, instr, st.Chan, send, st.Pos)
					if u := h.uses[homeKey(h.loc(fr, st.Chan), st.Chan.Type())]; u != nil && len(instr.States) > 1 {
						u.sendMulti, u.recvMulti = u.sendMulti || send, u.recvMulti || !send
					}
				}
			case ssa.CallInstruction:
				h.call(fr, instr)
			}
		}
	}
}

// channel notes a send or receive.
func (h *homeFinder) channel(fr *frame, instr ssa.Instruction, ch ssa.Value, send bool, pos token.Pos) {
	elem := ch.Type().Underlying().(*types.Chan).Elem()
	if !isEmptyStruct(elem) {
		return
	}
	p := h.loc(fr, ch)
	key := homeKey(p, ch.Type())
	if key[0] == 'L' && p.kind == rootValue && !isMake(p.val) {
		return // what a call returns, such as a context's Done
	}
	if send && p.root().kind == rootAlloc && h.makes(fr.fn, p.root().val) || send && p.kind == rootValue && isMake(p.val) && key[0] != 'L' {
		h.use(key).filled = true
		return
	}
	h.add(fr.fn, homeOp{key: key, acquires: send, pos: pos, loop: h.inLoop(instr.Block())})
}

// makes reports whether fn returns, or stores, the object that it makes: it
// fills a channel of it for others.
func (h *homeFinder) makes(fn *ssa.Function, v ssa.Value) bool {
	return v.Parent() == fn && h.returnsFresh(fn, v)
}

func isMake(v ssa.Value) bool { _, ok := v.(*ssa.MakeChan); return ok }

// made notes how large a channel is.
func (h *homeFinder) made(fr *frame, mc *ssa.MakeChan) {
	size := int64(-1)
	if c, ok := mc.Size.(*ssa.Const); ok && c.Value != nil {
		size, _ = constant.Int64Val(c.Value)
	}
	keys := []string{homeKey(h.loc(fr, mc), mc.Type())}
	for _, ref := range *mc.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			keys = append(keys, homeKey(h.loc(fr, ref.Addr), nil))
		case *ssa.ChangeType:
			keys = append(keys, homeKey(h.loc(fr, ref), ref.Type()))
		}
	}
	for _, key := range keys {
		h.use(key).sizes = append(h.use(key).sizes, size)
	}
}

// call notes what a call does to channels and flags.
func (h *homeFinder) call(fr *frame, instr ssa.CallInstruction) {
	c := instr.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		if b.Name() == "close" {
			h.use(homeKey(h.loc(fr, c.Args[0]), c.Args[0].Type())).other = true
		}
		return
	}
	if op, p := flagOp(c); op != flagNone {
		key := homeKey(h.loc(fr, p), nil)
		u := h.use(key)
		u.flag = true
		_, deferred := instr.(*ssa.Defer)
		switch op {
		case flagSet:
			if v, ok := instr.(*ssa.Call); !ok || unused(v) {
				u.other = true
				return
			}
			h.add(fr.fn, homeOp{key: key, acquires: true, pos: instr.Pos(), loop: h.inLoop(instr.Block())})
		case flagClear:
			h.add(fr.fn, homeOp{key: key, pos: instr.Pos(), deferred: deferred})
		default:
			u.other = true
		}
		return
	}
	for i, a := range c.Args {
		if _, ok := a.Type().Underlying().(*types.Chan); !ok {
			continue
		}
		if fn := callee(c); i == 0 && fn != nil && fn.Signature.Recv() != nil {
			continue // a method of the channel's type
		}
		h.use(homeKey(h.loc(fr, a), a.Type())).other = true
	}
}

// helpers lets calls of functions that only acquire, or only release, count as
// that.
func (h *homeFinder) helpers() {
	type effect struct {
		key      string
		acquires bool
	}
	effects := make(map[*ssa.Function]effect)
	for fn, ops := range h.ops {
		one := effect{ops[0].key, ops[0].acquires}
		if !slices.ContainsFunc(ops, func(o homeOp) bool { return o.key != one.key || o.acquires != one.acquires }) {
			effects[fn] = one
		}
	}
	for fn := range h.roots {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				c, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				target := callee(c.Common())
				if target == nil {
					continue
				}
				eff, ok := effects[h.refOf(target).fn]
				if !ok || h.refOf(target).fn == fn {
					continue
				}
				_, deferred := instr.(*ssa.Defer)
				h.add(fn, homeOp{key: eff.key, acquires: eff.acquires, pos: instr.Pos(), deferred: deferred})
			}
		}
	}
}

// order notes, for each channel or flag that a function uses in both ways,
// which comes first.
func (h *homeFinder) order(ops []homeOp) {
	byKey := make(map[string][]homeOp)
	for _, o := range ops {
		byKey[o.key] = append(byKey[o.key], o)
	}
	for key, list := range byKey {
		first := slices.MinFunc(list, func(a, b homeOp) int {
			if a.deferred != b.deferred {
				if b.deferred {
					return -1
				}
				return 1
			}
			return int(a.pos - b.pos)
		})
		u := h.use(key)
		if !slices.ContainsFunc(list, func(o homeOp) bool { return o.acquires != first.acquires }) {
			u.loops = u.loops || !u.flag && slices.ContainsFunc(list, func(o homeOp) bool { return o.loop && !o.acquires })
			continue
		}
		if first.acquires {
			u.sendFirst++
		} else {
			u.recvFirst++
		}
	}
}

type flagUse uint8

const (
	flagNone flagUse = iota
	flagSet
	flagClear
	flagOther
)

// flagOp returns what a call does to an atomic flag, and the flag.
func flagOp(c *ssa.CallCommon) (flagUse, ssa.Value) {
	fn := c.StaticCallee()
	if fn == nil || fn.Pkg == nil || fn.Pkg.Pkg.Path() != "sync/atomic" || len(c.Args) == 0 {
		return flagNone, nil
	}
	name := fn.Name()
	args := c.Args[1:]
	isZero := func(i int) bool { return i < len(args) && zero(args[i]) }
	isSet := func(i int) bool {
		k, ok := args[i].(*ssa.Const)
		return ok && k.Value != nil && !zero(k)
	}
	switch {
	case strings.HasPrefix(name, "CompareAndSwap") && len(args) == 2:
		switch {
		case isZero(0) && isSet(1):
			return flagSet, c.Args[0]
		case isSet(0) && isZero(1):
			return flagClear, c.Args[0]
		}
		return flagOther, c.Args[0]
	case strings.HasPrefix(name, "Store"), strings.HasPrefix(name, "Swap"):
		if isZero(0) {
			return flagClear, c.Args[0]
		}
		return flagOther, c.Args[0]
	case strings.HasPrefix(name, "Add"), strings.HasPrefix(name, "And"), strings.HasPrefix(name, "Or"):
		return flagOther, c.Args[0]
	}
	return flagNone, nil
}

// zero reports whether v is the constant 0 or false.
func zero(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	if !ok || k.Value == nil {
		return false
	}
	switch k.Value.Kind() {
	case constant.Bool:
		return !constant.BoolVal(k.Value)
	case constant.Int:
		return constant.Sign(k.Value) == 0
	}
	return false
}
