package lockflow

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// panics pushes states through a Panic: a panic of the source, or what the SSA
// builder puts after a call that never returns.
func (f *flow) panics(fr *frame, p *ssa.Panic, states []*state) []result {
	end := endingOf(p)
	if end == endsProcess {
		return nil
	}
	var out []result
	for _, s := range states {
		if end == endsSomehow {
			s = s.doubtful()
		}
		for _, s := range f.runDefers(fr, s, p) {
			if end == endsGoroutine {
				s = s.doubtful() // what it still holds, it takes with it
			}
			out = append(out, result{state: s, at: p})
		}
	}
	return out
}

// An ending says how control ends at a Panic.
type ending uint8

const (
	endsPanic     ending = iota // panic, log.Panic
	endsGoroutine               // runtime.Goexit, testing.T.Fatal: deferred calls run
	endsProcess                 // os.Exit, log.Fatal: nothing runs
	endsSomehow                 // a function of which only this is known
)

func endingOf(p *ssa.Panic) ending {
	if !p.Pos().IsValid() {
		return endsSomehow // of a select or a range over a function, not of the source
	}
	b := p.Block()
	for i := len(b.Instrs) - 1; i >= 0; i-- {
		c, ok := b.Instrs[i].(*ssa.Call)
		if !ok {
			continue
		}
		if c.Pos() != p.Pos() {
			break // what the SSA builder puts after a call has its position
		}
		obj := declared(callee(c.Common()))
		if c.Call.IsInvoke() {
			obj = c.Call.Method
		}
		if obj == nil || obj.Pkg() == nil {
			return endsSomehow
		}
		switch name := obj.Name(); obj.Pkg().Path() {
		case "testing":
			return endsGoroutine
		case "runtime":
			if name == "Goexit" {
				return endsGoroutine
			}
			return endsProcess
		case "os", "syscall":
			return endsProcess
		case "log":
			if strings.HasPrefix(name, "Panic") {
				return endsPanic
			}
			return endsProcess
		}
		return endsSomehow
	}
	return endsPanic
}

// endOf returns the place of an end: the return or panic, or the closing brace
// of the function.
func (f *flow) endOf(r result) token.Pos {
	if pos := r.at.Pos(); pos.IsValid() {
		return pos
	}
	if body := bodyOf(r.at.Parent()); body != nil {
		return body.Rbrace
	}
	return r.at.Parent().Pos()
}

// bodyOf returns the body of a function of the source, nil if it has none.
func bodyOf(fn *ssa.Function) *ast.BlockStmt {
	switch n := fn.Syntax().(type) {
	case *ast.FuncDecl:
		return n.Body
	case *ast.FuncLit:
		return n.Body
	case *ast.RangeStmt:
		return n.Body
	}
	return nil
}

// releasesFrom reports whether a release of a lock can be reached from b.
func (f *flow) releasesFrom(fr *frame, b *ssa.BasicBlock) bool {
	live, ok := f.releasing[fr.fn]
	if !ok {
		live = make([]bool, len(fr.fn.Blocks))
		var uses []*ssa.BasicBlock
		for _, b := range fr.fn.Blocks {
			for _, instr := range b.Instrs {
				if c, ok := instr.(ssa.CallInstruction); ok && f.mayRelease(c.Common()) {
					uses = append(uses, b)
					break
				}
			}
		}
		markBefore(live, uses)
		f.releasing[fr.fn] = live
	}
	return live[b.Index] || fr.caller != nil
}

func (f *flow) mayRelease(c *ssa.CallCommon) bool {
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return false
	}
	if prim := f.primitiveCall(c); prim.kind != primNone {
		return prim.kind == primUnlock
	}
	fn := callee(c)
	if fn == nil || fn.Parent() != nil {
		return !c.IsInvoke()
	}
	ref := f.refOf(fn)
	return ref.obj != nil && lockLike(ref.obj).kind != primNone || f.summaryFor(ref).netEffect()
}
