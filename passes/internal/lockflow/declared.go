package lockflow

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// Declared holds the functions that the user declares to acquire or release a
// lock, since their bodies do not show it: they ask another process, or the file
// system. It is the value of a flag.
//
// The lock is the receiver of a method, and otherwise the first argument. If
// there is a string or an integer among the arguments, other than a duration, it is
// the lock of that key. Where no runlock is declared for a type, unlock releases read
// locks, too. An acquisition with a bool or an error among its results may fail.
var Declared = new(declaredFuncs)

type declaredFuncs struct{ actions map[string]primitive }

// actions are what a function can be declared to do.
var actions = map[string]primitive{
	"lock":     {kind: primLock, declared: true},
	"rlock":    {kind: primLock, declared: true, mode: lockgraph.Shared, rw: true},
	"trylock":  {kind: primTry, declared: true},
	"tryrlock": {kind: primTry, declared: true, mode: lockgraph.Shared, rw: true},
	"unlock":   {kind: primUnlock, declared: true},
	"runlock":  {kind: primUnlock, declared: true, mode: lockgraph.Shared, rw: true},
}

func (d *declaredFuncs) String() string {
	if d == nil {
		return ""
	}
	var list []string
	for _, name := range slices.Sorted(maps.Keys(d.actions)) {
		for action, prim := range actions {
			if d.actions[name] == prim {
				list = append(list, name+"="+action)
			}
		}
	}
	return strings.Join(list, ",")
}

// Set reads a list like example.com/lib.Mutex.Acquire=lock,example.com/lib.Free=unlock.
func (d *declaredFuncs) Set(list string) error {
	declared := make(map[string]primitive)
	for entry := range strings.SplitSeq(list, ",") {
		if entry = strings.TrimSpace(entry); entry == "" {
			continue
		}
		name, action, _ := strings.Cut(entry, "=")
		prim, ok := actions[action]
		if dot := strings.LastIndexByte(name, '.'); !ok || dot <= 0 || dot == len(name)-1 {
			return fmt.Errorf("cannot use %s: want import/path.Func=ACTION or import/path.Type.Method=ACTION, where ACTION is %s",
				entry, strings.Join(slices.Sorted(maps.Keys(actions)), ", "))
		}
		declared[name] = prim
	}
	d.actions = declared
	return nil
}

// of returns what fn is declared to do. One that acquires and may fail is tried
// for, and yet waited for.
func (d *declaredFuncs) of(fn *types.Func) primitive {
	if len(d.actions) == 0 {
		return primitive{}
	}
	prim := d.actions[declaredName(fn)]
	if prim.kind == primLock && firstOutcome(fn.Signature().Results()) >= 0 {
		prim.kind, prim.waits = primTry, true
	}
	if prim.kind == primTry && firstOutcome(fn.Signature().Results()) < 0 {
		return primitive{} // nobody could tell whether it has succeeded
	}
	return prim
}

// declaredOperand returns the lock of a call of a declared function. recv is the
// receiver if it is not among the arguments.
func (f *flow) declaredOperand(fr *frame, fn *types.Func, recv *path, args []ssa.Value) *path {
	sig := fn.Signature()
	if recv == nil && sig.Recv() != nil && len(args) > 0 {
		recv, args = f.loc(fr, args[0]), args[1:]
	}
	var key ssa.Value
	for _, arg := range args {
		switch t := arg.Type().Underlying().(type) {
		case *types.Basic:
			if key == nil && t.Info()&(types.IsString|types.IsInteger) != 0 && lockclass.TypeKey(arg.Type()) != "time.Duration" {
				key = arg
			}
		default:
			if recv == nil && lockclass.TypeKey(arg.Type()) != "context.Context" {
				recv = f.loc(fr, arg)
			}
		}
	}
	if recv == nil {
		recv = f.paths.global(lockclass.PkgPath(fn.Pkg()) + ".locks") // by key alone
	}
	if key != nil {
		return f.paths.at(recv, key)
	}
	return recv
}

// declaredCall pushes s through a direct call of a declared function.
func (f *flow) declaredCall(fr *frame, instr ssa.CallInstruction, s *state, prim primitive) []*state {
	c := instr.Common()
	fn, recv := c.Method, (*path)(nil)
	if c.IsInvoke() {
		recv = f.loc(fr, c.Value)
	} else {
		fn = declared(callee(c))
	}
	at := f.declaredOperand(fr, fn, recv, c.Args)
	if prim.kind == primUnlock && !Declared.readUnlock(fn) && s.reads(at) {
		prim.mode = lockgraph.Shared
	}
	return f.primitive(fr, instr, s, prim, nil, at)
}

// readUnlock reports whether a function is declared to release read locks of the
// type of which fn is a method, or in its package.
func (d *declaredFuncs) readUnlock(fn *types.Func) bool {
	of := strings.TrimSuffix(declaredName(fn), fn.Name())
	for name, prim := range d.actions {
		if prim == actions["runlock"] && name[:strings.LastIndexByte(name, '.')+1] == of {
			return true
		}
	}
	return false
}

// reads reports whether s holds the lock at p for reading.
func (s *state) reads(p *path) bool {
	return slices.ContainsFunc(s.held, func(h *heldLock) bool { return h.is(p) && h.mode == lockgraph.Shared })
}

// waitOrFail forks s: a declared function waits for the lock, and has it
// afterwards or has failed.
func (f *flow) waitOrFail(fr *frame, instr ssa.CallInstruction, s *state, p *path, prim primitive) []*state {
	v, ok := instr.(*ssa.Call)
	if !ok {
		return one(s) // nobody sees the result
	}
	got := f.acquire(fr, instr, s, p, prim, lockgraph.Wait)
	return append(one(f.setResult(got, v, isTrue)), one(f.setResult(s.clone(), v, isFalse))...)
}
