package overlay

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

// The values of op that lockdepEvent is given: an event and a mode.
const (
	opWant = iota
	opGot
	opTried
	opFailed
	opRelease

	modeShift = 4

	modeMutex  = 0 << modeShift
	modeWrite  = 1 << modeShift
	modeShared = 2 << modeShift
)

// methodKind says which events a method has.
type methodKind int

const (
	blocking methodKind = iota // want, got
	trying                     // tried or failed
	releases                   // release
)

// lockMethod is a method of sync.Mutex or sync.RWMutex.
type lockMethod struct {
	name string
	kind methodKind
	mode int
}

var (
	mutexMethods = []lockMethod{
		{"Lock", blocking, modeMutex},
		{"TryLock", trying, modeMutex},
		{"Unlock", releases, modeMutex},
	}
	rwMutexMethods = []lockMethod{
		{"RLock", blocking, modeShared},
		{"TryRLock", trying, modeShared},
		{"RUnlock", releases, modeShared},
		{"Lock", blocking, modeWrite},
		{"TryLock", trying, modeWrite},
		{"Unlock", releases, modeWrite},
	}
)

// changeMutex makes each method of sync.Mutex tell its events. They must be
// plain calls of the same method of the field mu, since that is what
// changeRWMutex calls instead.
func changeMutex(s *source) error {
	st, err := s.structure("Mutex")
	if err != nil {
		return err
	}
	if typ := fieldType(st, "mu"); typ == nil || types.ExprString(typ) != "isync.Mutex" {
		return s.unknown("field mu isync.Mutex of Mutex not found")
	}
	for _, m := range mutexMethods {
		fn, err := s.function("Mutex", m.name)
		if err != nil {
			return err
		}
		if want := receiverName(fn) + ".mu." + m.name + "()"; !forwards(fn, want) {
			return s.unknown("the body of (*Mutex).%s is not just %s", m.name, want)
		}
	}
	return s.changeMethods("Mutex", mutexMethods)
}

// forwards reports whether fn does nothing but the call.
func forwards(fn *ast.FuncDecl, call string) bool {
	if len(fn.Body.List) != 1 {
		return false
	}
	switch stmt := fn.Body.List[0].(type) {
	case *ast.ExprStmt:
		return types.ExprString(stmt.X) == call
	case *ast.ReturnStmt:
		return len(stmt.Results) == 1 && types.ExprString(stmt.Results[0]) == call
	}
	return false
}

// changeRWMutex makes each method of sync.RWMutex tell its events, and bypass
// those of the Mutex that it has inside.
func changeRWMutex(s *source) error {
	st, err := s.structure("RWMutex")
	if err != nil {
		return err
	}
	if typ := fieldType(st, "w"); typ == nil || types.ExprString(typ) != "Mutex" {
		return s.unknown("field w Mutex of RWMutex not found")
	}
	for _, b := range []struct{ method, call string }{
		{"Lock", "Lock"}, {"TryLock", "TryLock"}, {"TryLock", "Unlock"}, {"Unlock", "Unlock"},
	} {
		fn, err := s.function("RWMutex", b.method)
		if err != nil {
			return err
		}
		if s.bypass(fn, b.call) != 1 {
			return s.unknown("one call of %s.w.%s in (*RWMutex).%s not found", receiverName(fn), b.call, b.method)
		}
	}
	return s.changeMethods("RWMutex", rwMutexMethods)
}

// bypass changes each call of recv.w.name in fn to recv.w.mu.name, and returns
// how many there are.
func (s *source) bypass(fn *ast.FuncDecl, name string) int {
	want := receiverName(fn) + ".w." + name
	n := 0
	ast.Inspect(fn.Body, func(node ast.Node) bool {
		if call, ok := node.(*ast.CallExpr); ok && types.ExprString(call.Fun) == want {
			s.insert(call.Fun.(*ast.SelectorExpr).X.End(), ".mu")
			n++
		}
		return true
	})
	return n
}

// changeMethods adds the hook to methods of a type. They must not be inlined,
// or they would not know the return address of their caller.
func (s *source) changeMethods(recv string, methods []lockMethod) error {
	for _, m := range methods {
		fn, err := s.function(recv, m.name)
		if err != nil {
			return err
		}
		if err := s.pragmas(fn, "//go:noinline", "//go:norace"); err != nil {
			return err
		}
		event := func(op int) string {
			return fmt.Sprintf("if lockdepHook != nil { lockdepHook(unsafe.Pointer(%s), %d, lockdepsys.GetCallerPC()) }",
				receiverName(fn), op|m.mode)
		}
		returns := returnsOf(fn)
		switch m.kind {
		case blocking:
			if len(returns) > 0 {
				return s.unknown("(*%s).%s returns early", recv, m.name)
			}
			s.insert(fn.Body.Lbrace+1, " "+event(opWant)+"; ")
			s.insert(fn.Body.Rbrace, event(opGot)+" ")
		case releases:
			s.insert(fn.Body.Lbrace+1, " "+event(opRelease)+"; ")
		case trying:
			if len(returns) == 0 {
				return s.unknown("(*%s).%s returns nothing", recv, m.name)
			}
			for _, ret := range returns {
				if err := s.changeReturn(ret, event); err != nil {
					return err
				}
			}
		}
	}
	if err := s.imports("lockdepsys", "internal/runtime/sys"); err != nil {
		return err
	}
	return s.imports("", "unsafe")
}

// changeReturn makes a return of a try method tell how it went.
func (s *source) changeReturn(ret *ast.ReturnStmt, event func(op int) string) error {
	if len(ret.Results) != 1 {
		return s.unknown("line %d does not return one result", s.fset.Position(ret.Pos()).Line)
	}
	result := ret.Results[0]
	switch types.ExprString(result) {
	case "true":
		s.insert(ret.Pos(), event(opTried)+"; ")
	case "false":
		s.insert(ret.Pos(), event(opFailed)+"; ")
	default:
		s.replace(ret.Pos(), ret.Pos()+token.Pos(len("return")), "lockdepOK :=")
		s.insert(result.End(), "; if lockdepOK { "+event(opTried)+" } else { "+event(opFailed)+" }; return lockdepOK")
	}
	return nil
}

// returnsOf lists the returns of fn itself.
func returnsOf(fn *ast.FuncDecl) []*ast.ReturnStmt {
	var list []*ast.ReturnStmt
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			list = append(list, n)
		}
		return true
	})
	return list
}
