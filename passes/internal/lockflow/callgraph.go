package lockflow

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// A CallGraph is a coarse reading of a package's calls, from its syntax: what may
// be called at all, and not what is. It is there to say what the engine cannot
// have seen.
type CallGraph struct {
	Static    map[string][]string      // by function: those that it calls by name
	Dynamic   map[string][]DynamicCall // by function: its other calls
	Effects   map[string][]Acquired    // by function: what it waits for, and what those do that it calls
	Methods   map[string][]string      // by name and signature
	Values    map[string][]string      // by signature: functions that are used as values
	Provided  map[string]bool          // fields and variables of which it is known what is stored there
	Converted map[string]bool          // methods of types that were seen to become an interface that has them
}

// NewCallGraph returns a graph of no calls.
func NewCallGraph() *CallGraph {
	return &CallGraph{
		Static: make(map[string][]string), Dynamic: make(map[string][]DynamicCall), Effects: make(map[string][]Acquired),
		Methods: make(map[string][]string), Values: make(map[string][]string),
		Provided: make(map[string]bool), Converted: make(map[string]bool),
	}
}

// Merge adds what another package knows.
func (g *CallGraph) Merge(h *CallGraph) {
	mergeLists(g.Static, h.Static)
	mergeLists(g.Dynamic, h.Dynamic)
	mergeLists(g.Effects, h.Effects)
	mergeLists(g.Methods, h.Methods)
	mergeLists(g.Values, h.Values)
	maps.Copy(g.Provided, h.Provided)
	maps.Copy(g.Converted, h.Converted)
}

func mergeLists[T any](to, from map[string][]T) {
	for k, list := range from {
		to[k] = append(to[k], list...)
	}
}

// A DynamicCall is a call through an interface or a function value.
type DynamicCall struct {
	Name string // for people
	Site lockgraph.Site

	method    string // identity, of an interface's method
	open      bool   // the interface says nothing about who implements it
	signature string // of a function value
	key       string // where the value is stored, if that has a name
}

func (d *DynamicCall) text() string {
	if d == nil {
		return ""
	}
	return d.Name + " " + d.method + d.signature + d.key
}

// interfaceCall describes a call of m through an interface; false if it can have
// no effect on locks.
func interfaceCall(t types.Type, m *types.Func) (DynamicCall, bool) {
	iface := lockclass.TypeKey(t)
	if iface == "error" || strings.HasPrefix(iface, "context.") || strings.HasPrefix(iface, "testing.") || iface == "sync.Locker" {
		return DynamicCall{}, false
	}
	name := m.Name()
	if iface != "" {
		name = iface + "." + name
	}
	return DynamicCall{Name: name, method: methodIdentity(m.Origin()), open: interfaceKey(t, m) == ""}, true
}

// valueCall describes a call of a function value that is stored at key.
func valueCall(sig *types.Signature, key string) DynamicCall {
	d := DynamicCall{Name: "a function value", signature: signatureKey(sig), key: key}
	if key != "" {
		d.Name = key[1:]
	}
	return d
}

// Candidates returns the functions that d may run of which the engine has not
// followed d to each.
func (d *DynamicCall) Candidates(g *CallGraph) []string {
	if d.method == "" {
		if g.Provided[d.key] {
			return nil
		}
		return g.Values[d.signature]
	}
	all := g.Methods[d.method]
	var unseen []string // their types came to be there by way of any, say
	for _, fn := range all {
		if !g.Converted[fn] {
			unseen = append(unseen, fn)
		}
	}
	if d.open || len(all)-len(unseen) > maxProviders {
		return all
	}
	return unseen
}

func (e *engine) callGraph(own *graphPart) *CallGraph {
	g := NewCallGraph()
	g.Effects = e.effects()
	for _, t := range own.types {
		for _, m := range t.effects {
			g.Converted[m.key] = true
		}
	}
	for _, d := range funcDecls(e.pass) {
		obj, ok := e.pass.TypesInfo.Defs[d.Name].(*types.Func)
		if !ok || d.Body == nil {
			continue
		}
		key := lockclass.FuncKey(obj)
		if obj.Signature().Recv() != nil {
			id := methodIdentity(obj)
			g.Methods[id] = append(g.Methods[id], key)
		}
		r := callReader{engine: e, graph: g, key: key, fn: obj}
		r.opaque = r.opaqueLocals(d.Body)
		if !opaque(e.path) { // whose calls out of sight are not the program's
			ast.Inspect(d.Body, r.visit)
		}
	}
	for key := range e.providers {
		g.Provided[key] = true
	}
	if e.prog != nil {
		e.addValues(g)
	}
	return g
}

// addValues lists the functions of the package that are used as values.
func (e *engine) addValues(g *CallGraph) {
	taken := e.addressTaken()
	for _, fn := range slices.SortedFunc(maps.Keys(e.sums), compareFuncs) {
		if fn.Parent() != nil || taken[fn] {
			k := signatureKey(fn.Signature)
			g.Values[k] = append(g.Values[k], e.keyOf(&funcRef{fn: fn, obj: objectOf(fn)}))
		}
	}
}

// objectOf is the object of a declared function, nil of a closure.
func objectOf(fn *ssa.Function) *types.Func {
	if fn.Parent() != nil {
		return nil
	}
	return declared(fn)
}

// A callReader reads the calls of one function, those of its closures included:
// whoever calls it may come to call them. What it starts as a goroutine runs
// without the caller's locks.
type callReader struct {
	*engine
	graph  *CallGraph
	key    string
	fn     *types.Func
	opaque map[types.Object]bool // local variables that hold functions out of sight
}

func (r *callReader) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GoStmt:
		for _, arg := range n.Call.Args {
			ast.Inspect(arg, r.visit)
		}
		return false
	case *ast.CallExpr:
		r.call(n)
	}
	return true
}

func (r *callReader) call(c *ast.CallExpr) {
	info := r.pass.TypesInfo
	fun := ast.Unparen(c.Fun)
	if tv := info.Types[fun]; tv.IsType() || tv.IsBuiltin() {
		return
	}
	switch obj := typeutil.Callee(info, c).(type) {
	case *types.Func:
		recv := obj.Signature().Recv()
		if recv == nil || !types.IsInterface(recv.Type()) {
			r.graph.Static[r.key] = append(r.graph.Static[r.key], lockclass.FuncKey(obj.Origin()))
			return
		}
		t := recv.Type()
		if sel, ok := fun.(*ast.SelectorExpr); ok {
			if tv, ok := info.Types[sel.X]; ok && types.IsInterface(tv.Type) {
				t = tv.Type
			}
		}
		if d, ok := interfaceCall(t, obj); ok {
			r.add(c, d)
		}
	case *types.Var:
		switch {
		case obj.IsField():
			r.add(c, valueCall(obj.Type().Underlying().(*types.Signature), r.fieldKey(fun)))
		case obj.Parent() == obj.Pkg().Scope():
			r.add(c, valueCall(obj.Type().Underlying().(*types.Signature), "V"+lockclass.ObjKey(obj)))
		case r.opaque[obj]:
			r.add(c, valueCall(obj.Type().Underlying().(*types.Signature), ""))
		}
	case nil:
		if _, ok := fun.(*ast.FuncLit); ok {
			return
		}
		if sig, ok := info.TypeOf(fun).Underlying().(*types.Signature); ok {
			r.add(c, valueCall(sig, ""))
		}
	}
}

func (r *callReader) add(c *ast.CallExpr, d DynamicCall) {
	d.Site = r.siteOf(c.Lparen, lockclass.FuncName(r.fn)).Site
	r.graph.Dynamic[r.key] = append(r.graph.Dynamic[r.key], d)
}

// fieldKey names the field that a selector ends in, "" if its struct has no name.
func (r *callReader) fieldKey(fun ast.Expr) string {
	sel, ok := fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	s := r.pass.TypesInfo.Selections[sel]
	if s == nil || len(s.Index()) != 1 {
		return ""
	}
	owner := lockclass.TypeKey(s.Recv())
	if owner == "" {
		return ""
	}
	return "F" + owner + "." + sel.Sel.Name
}

// opaqueLocals returns the local variables that are assigned something else than
// functions that are known at the assignment.
func (r *callReader) opaqueLocals(body ast.Node) map[types.Object]bool {
	info := r.pass.TypesInfo
	opaque := make(map[types.Object]bool)
	assign := func(lhs ast.Expr, rhs ast.Expr) {
		id, ok := lhs.(*ast.Ident)
		if !ok {
			return
		}
		obj := info.ObjectOf(id)
		if obj == nil || obj.Type() == nil {
			return
		}
		if _, ok := obj.Type().Underlying().(*types.Signature); ok && !r.knownFunc(rhs) {
			opaque[obj] = true
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				if len(n.Lhs) == len(n.Rhs) {
					assign(lhs, n.Rhs[i])
				} else {
					assign(lhs, nil)
				}
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if i < len(n.Values) && len(n.Names) == len(n.Values) {
					assign(name, n.Values[i])
				} else if len(n.Values) > 0 {
					assign(name, nil)
				}
			}
		case *ast.RangeStmt:
			for _, lhs := range []ast.Expr{n.Key, n.Value} {
				if lhs != nil {
					assign(lhs, nil)
				}
			}
		}
		return true
	})
	return opaque
}

// knownFunc reports whether an expression names a function or is one.
func (r *callReader) knownFunc(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.FuncLit:
		return true
	case *ast.Ident:
		_, isFunc := r.pass.TypesInfo.Uses[x].(*types.Func)
		return isFunc || x.Name == "nil"
	case *ast.SelectorExpr:
		_, isFunc := r.pass.TypesInfo.Uses[x.Sel].(*types.Func)
		return isFunc
	}
	return false
}
