package lockflow

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/lockgraph"
)

// Analyzer reads a package's locks. It reports nothing itself.
var Analyzer = &analysis.Analyzer{
	Name:       "lockflow",
	Doc:        "follow locks through a package, for the analyzers that judge them",
	Run:        run,
	Requires:   []*analysis.Analyzer{ctrlflow.Analyzer, inspect.Analyzer},
	ResultType: reflect.TypeFor[*Result](),
	FactTypes:  []analysis.Fact{new(Fact)},
}

// A Result is what the engine found in a package.
type Result struct {
	// Graph holds the order edges of the package and of all it imports.
	Graph *lockgraph.Graph

	// BuiltSSA reports whether the package was read in full: it can change
	// what is held. Other packages only pass on what they call.
	BuiltSSA bool

	// Err is a fault of the engine. It is not the error of its Run, since
	// drivers show only that of the analyzers that were asked for.
	Err error

	places     map[lockgraph.Site]place
	pairs      map[pair][]string // the packages that contribute each
	imports    []*importedFact
	sections   int  // how many packages the facts speak of
	own        bool // the package has something to add
	directives *directives
	modulePath string
	pkgPath    string
}

// A place is a range of the source of the package under analysis.
type place struct{ pos, end token.Pos }

// An engine analyses one package.
type engine struct {
	pass     *analysis.Pass
	pkg      *types.Package
	path     string
	prog     *ssa.Program
	paths    *pathTable
	imported *imported

	roots      map[*ssa.Function]*frame
	makers     map[*ssa.Function]*ssa.MakeClosure
	stores     map[*ssa.Alloc]ssa.Value
	sums       map[*ssa.Function]*summary
	wrappers   map[string]bool
	parts      map[string]int
	assigned   map[string]bool    // fields and variables that are assigned after their object was made
	children   map[string]string  // a field that leads to a part, by the name of that relation
	inverse    map[string]string  // a field that leads back where another came from
	lockFields map[string][]*path // what is stored in fields that point to locks
	condLocks  map[string]*path   // the lock of a Cond, by the field or variable that holds the Cond
	providers  map[string][]provider
	converted  map[string]*conversion
	published  map[*ssa.Alloc][]ssa.Instruction
	escapes    map[paramKey]bool
	returned   map[string]bool // types that importers can get hold of
	joiner     *joiner
	closed     map[string]bool // keys of which hopeless is known
	openKeys   map[string]bool // keys of fields that a parameter is stored in
	calls      map[*ssa.Function][]callRecord
	context    map[*ssa.Function]*context
	sites      map[siteKey]site
	names      map[*ssa.Function]string
	edges      []*rawEdge
	writers    []rawWriter
	directives *directives
	entry      []relRef // locks that the function under analysis is called with
	widened    []string // functions that hit a bound
	current    *ssa.Function
}

// A rawWriter is a blocking exclusive acquisition of an RWMutex.
type rawWriter struct {
	path  *path
	site  site
	under []*path
}

func run(pass *analysis.Pass) (res any, err error) {
	e := newEngine(pass)
	defer func() {
		if r := recover(); r != nil {
			where := pass.Pkg.Path()
			if e.current != nil {
				where += ", function " + funcName(e.current)
			}
			res, err = &Result{Err: fmt.Errorf("internal error in package %s: %v\n%s", where, r, debug.Stack())}, nil
		}
	}()
	return e.run()
}

func newEngine(pass *analysis.Pass) *engine {
	return &engine{
		pass: pass, pkg: pass.Pkg, path: pkgPath(pass.Pkg), paths: newPathTable(),
		roots:      make(map[*ssa.Function]*frame),
		makers:     make(map[*ssa.Function]*ssa.MakeClosure),
		stores:     make(map[*ssa.Alloc]ssa.Value),
		sums:       make(map[*ssa.Function]*summary),
		wrappers:   make(map[string]bool),
		parts:      make(map[string]int),
		assigned:   make(map[string]bool),
		children:   make(map[string]string),
		inverse:    make(map[string]string),
		lockFields: make(map[string][]*path),
		condLocks:  make(map[string]*path),
		providers:  make(map[string][]provider),
		converted:  make(map[string]*conversion),
		published:  make(map[*ssa.Alloc][]ssa.Instruction),
		escapes:    make(map[paramKey]bool),
		sites:      make(map[siteKey]site),
		names:      make(map[*ssa.Function]string),
		closed:     make(map[string]bool),
		openKeys:   make(map[string]bool),
		calls:      make(map[*ssa.Function][]callRecord),
		context:    make(map[*ssa.Function]*context),
	}
}

func (e *engine) run() (*Result, error) {
	e.imported = importFacts(e.pass)
	if opaque(e.path) {
		return e.result(false)
	}
	e.directives = readDirectives(e.pass)
	built := e.matters()
	if built {
		e.analyse(buildSSA(e.pass))
	}
	return e.result(built)
}

// buildSSA builds the package's SSA form the way the buildssa analyzer does.
func buildSSA(pass *analysis.Pass) *ssa.Package {
	cfgs := pass.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs)
	prog := ssa.NewProgram(pass.Fset, ssa.BuilderMode(0))
	prog.SetNoReturn(cfgs.NoReturn)
	for _, p := range pass.Pkg.Imports() {
		prog.CreatePackage(p, nil, nil, true)
	}
	pkg := prog.CreatePackage(pass.Pkg, pass.Files, pass.TypesInfo, false)
	pkg.Build()
	return pkg
}

// analyse summarises the package's functions, callees first.
func (e *engine) analyse(pkg *ssa.Package) {
	e.prog = pkg.Prog
	fns := sourceFuncs(e.pass, pkg)
	e.findWrappers()
	e.collect(fns)
	groups := callOrder(e, fns)
	for _, group := range groups {
		rounds := 1
		if len(group) > 1 || callsItself(e, group[0]) {
			rounds = 3
		}
		for range rounds {
			for _, fn := range group {
				e.function(fn)
			}
		}
	}
	e.current = nil
	e.contexts(groups)
}

// function summarises fn, twice if a release shows that it is called with a
// lock held: then it is read again with that lock held from the start.
func (e *engine) function(fn *ssa.Function) {
	e.current = fn
	f := newFlow(e, fn)
	if !f.relevant() {
		e.sums[fn] = &summary{params: e.paramUses(fn, new(summary)), results: e.results(fn), funcs: e.resultFuncs(fn)}
		return
	}
	before, writers := len(e.edges), len(e.writers)
	results := f.analyse(new(state))
	if held := calledWith(results); len(held) > 0 {
		e.edges, e.writers = e.edges[:before], e.writers[:writers]
		f = newFlow(e, fn)
		e.entry = held
		s := new(state)
		for _, r := range held {
			s.held = append(s.held, &heldLock{path: r.path, mode: r.mode, site: e.siteOf(fn.Pos(), fn.Pos(), funcName(fn)), frame: f.root, entry: true})
		}
		f.analyse(s)
		e.entry = nil
	}
	f.sum.results = e.results(fn)
	f.sum.funcs = e.resultFuncs(fn)
	f.sum.params = e.paramUses(fn, f.sum)
	sortOps(f.sum.ops)
	if f.widened {
		e.widened = append(e.widened, funcName(fn))
	}
	e.sums[fn] = f.sum
	e.noteWrapper(fn, f.sum)
}

// analyse runs the flow from s and completes its summary.
func (f *flow) analyse(s *state) []result {
	f.countTests(f.root)
	results := f.run(f.root, s)
	f.finish(results)
	f.sum.tries = f.tries(results)
	return results
}

// calledWith returns the locks that are released at every return and were
// never acquired: the function is called with them held.
func calledWith(results []result) []relRef {
	var held []relRef
	first := true
	for _, r := range results {
		if r.ret == nil {
			continue
		}
		if first {
			held, first = slices.DeleteFunc(slices.Clone(r.state.released), func(r relRef) bool { return r.maybe }), false
			continue
		}
		held = slices.DeleteFunc(held, func(h relRef) bool { return !slices.Contains(r.state.released, h) })
	}
	return held
}

// sourceFuncs returns the package's functions with their closures, in source
// order.
func sourceFuncs(pass *analysis.Pass, pkg *ssa.Package) []*ssa.Function {
	var fns []*ssa.Function
	var add func(fn *ssa.Function)
	add = func(fn *ssa.Function) {
		fns = append(fns, fn)
		for _, anon := range fn.AnonFuncs {
			add(anon)
		}
	}
	if init := pkg.Func("init"); init != nil {
		add(init)
	}
	for _, d := range funcDecls(pass) {
		if obj, ok := pass.TypesInfo.Defs[d.Name].(*types.Func); ok {
			if fn := pkg.Prog.FuncValue(obj); fn != nil {
				add(fn)
			}
		}
	}
	return fns
}

// siteOf makes a site of a range of the package's source.
func (e *engine) siteOf(pos, end token.Pos, fn string) site {
	key := siteKey{pos, fn}
	if s := e.sites[key]; s != nil {
		return s
	}
	file := e.pass.Fset.File(pos)
	s := &position{Site: lockgraph.Site{Pkg: e.path, Func: fn}, pos: pos, end: end}
	if file != nil {
		p := file.PositionFor(pos, true)
		s.File, s.Line = filepath.Base(p.Filename), p.Line
	}
	e.sites[key] = s
	return s
}

type siteKey struct {
	pos token.Pos
	fn  string
}

// callRange is the range of a call that a diagnostic shows.
func (e *engine) callRange(c ssa.CallInstruction) (pos, end token.Pos) {
	pos = c.Pos()
	if !pos.IsValid() {
		pos = c.Common().Pos()
	}
	return pos, pos
}

// writer notes a blocking exclusive acquisition of an RWMutex.
func (e *engine) writer(p *path, at site, held []*heldLock) {
	w := rawWriter{path: p, site: at}
	for _, h := range held {
		if h.mode == lockgraph.Exclusive {
			w.under = append(w.under, h.path)
		}
	}
	e.writers = append(e.writers, w)
}

// relevant reports whether fn can do anything to locks, or calls what can.
func (f *flow) relevant() bool { return f.relevantIn(f.root.fn, make(map[*ssa.Function]bool)) }

func (f *flow) relevantIn(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if !ok {
				if mc, ok := instr.(*ssa.MakeClosure); ok {
					if inner := mc.Fn.(*ssa.Function); inner.Parent() != nil && f.relevantIn(inner, seen) {
						return true
					}
				}
				continue
			}
			if f.relevantCall(c.Common()) {
				return true
			}
		}
	}
	for _, anon := range fn.AnonFuncs {
		if f.relevantIn(anon, seen) {
			return true
		}
	}
	return false
}

func (f *flow) relevantCall(c *ssa.CallCommon) bool {
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return false
	}
	if prim := f.primitiveCall(c); prim.kind != primNone {
		return prim.kind != primNothing && prim.kind != primBlock
	}
	if c.IsInvoke() {
		return interfaceKey(c.Value.Type(), c.Method) != "" || isParam(c.Value)
	}
	fn := c.StaticCallee()
	if fn == nil {
		return true
	}
	if fn.Parent() != nil {
		return false // its own instructions are looked at
	}
	ref := f.refOf(fn)
	if ref.obj != nil && (lockLike(ref.obj).kind != primNone) {
		return true
	}
	if ref.obj != nil && ref.obj.Pkg() != nil {
		if p := ref.obj.Pkg().Path(); p == "fmt" || p == "encoding/json" {
			if _, ok := implicitFuncs[funcKey(ref.obj)]; ok {
				return true
			}
		}
	}
	return !f.summaryFor(ref).empty()
}

func isParam(v ssa.Value) bool { _, ok := v.(*ssa.Parameter); return ok }

// results names the results of fn that are always the same location.
func (e *engine) results(fn *ssa.Function) []*path {
	n := fn.Signature.Results().Len()
	if n == 0 || fn.Parent() != nil {
		return nil
	}
	out := make([]*path, n)
	bad := make([]bool, n)
	fr := e.rootFrame(fn)
	any := false
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for i, v := range ret.Results {
			if c, ok := v.(*ssa.Const); ok && c.IsNil() || !isReference(v.Type()) {
				continue
			}
			p := e.loc(fr, v)
			r := p.root()
			if r.kind != rootParam && r.kind != rootGlobal || !p.stable() || out[i] != nil && out[i] != p {
				bad[i] = true
			}
			out[i] = p
			any = true
		}
	}
	if !any {
		return nil
	}
	for i := range out {
		if bad[i] {
			out[i] = nil
		}
	}
	return out
}

// stable reports whether a caller can tell p by its arguments alone.
func (p *path) stable() bool {
	for ; p != nil; p = p.parent {
		if p.kind == stepIndex {
			return false
		}
	}
	return true
}

// resultFuncs names the functions that fn returns.
func (e *engine) resultFuncs(fn *ssa.Function) []*funcRef {
	var out []*funcRef
	if fn.Parent() != nil {
		return nil
	}
	res := fn.Signature.Results()
	for i := range res.Len() {
		if _, ok := res.At(i).Type().Underlying().(*types.Signature); !ok {
			continue
		}
		if out == nil {
			out = make([]*funcRef, res.Len())
		}
		out[i] = e.resultFunc(fn, i)
	}
	return out
}

func (e *engine) resultFunc(fn *ssa.Function, i int) *funcRef {
	f := &flow{engine: e}
	var only *funcRef
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || i >= len(ret.Results) {
			continue
		}
		if c, ok := ret.Results[i].(*ssa.Const); ok && c.IsNil() {
			continue
		}
		ref := f.resolve(e.rootFrame(fn), nil, ret.Results[i])
		if ref == nil || only != nil && (only.fn != ref.fn || only.recv != ref.recv) {
			return nil
		}
		only = ref
	}
	if only != nil && only.obj == nil && only.fn != nil {
		only.key = e.path + "." + funcName(only.fn)
	}
	return only
}

// callOrder groups fns so that callees come before callers; the functions of
// a recursion are one group.
func callOrder(e *engine, fns []*ssa.Function) [][]*ssa.Function {
	index := make(map[*ssa.Function]int)
	for i, fn := range fns {
		index[fn] = i + 1
	}
	o := &orderer{e: e, index: index, low: make(map[*ssa.Function]int), num: make(map[*ssa.Function]int)}
	for _, fn := range fns {
		if o.num[fn] == 0 {
			o.visit(fn)
		}
	}
	for _, g := range o.groups {
		slices.SortFunc(g, func(a, b *ssa.Function) int { return cmp.Compare(index[a], index[b]) })
	}
	return o.groups
}

// An orderer is Tarjan's algorithm over the static calls of a package. A
// function also depends on the closures it makes.
type orderer struct {
	e        *engine
	index    map[*ssa.Function]int
	num, low map[*ssa.Function]int
	stack    []*ssa.Function
	on       map[*ssa.Function]bool
	n        int
	groups   [][]*ssa.Function
}

func (o *orderer) visit(fn *ssa.Function) {
	if o.on == nil {
		o.on = make(map[*ssa.Function]bool)
	}
	o.n++
	o.num[fn], o.low[fn] = o.n, o.n
	o.stack = append(o.stack, fn)
	o.on[fn] = true
	for _, callee := range o.e.callees(fn) {
		if o.index[callee] == 0 {
			continue
		}
		if o.num[callee] == 0 {
			o.visit(callee)
			o.low[fn] = min(o.low[fn], o.low[callee])
		} else if o.on[callee] {
			o.low[fn] = min(o.low[fn], o.num[callee])
		}
	}
	if o.low[fn] != o.num[fn] {
		return
	}
	i := slices.Index(o.stack, fn)
	group := slices.Clone(o.stack[i:])
	o.stack = o.stack[:i]
	for _, g := range group {
		o.on[g] = false
	}
	o.groups = append(o.groups, group)
}

// callees returns the functions of the package that fn may enter: those it
// calls, and the closures and method values it makes.
func (e *engine) callees(fn *ssa.Function) []*ssa.Function {
	var out []*ssa.Function
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			for _, op := range instr.Operands(nil) {
				switch v := (*op).(type) {
				case *ssa.Function:
					out = append(out, e.refOf(v).fn)
				case *ssa.MakeClosure:
					out = append(out, e.refOf(v.Fn.(*ssa.Function)).fn)
				case *ssa.MakeInterface:
					out = append(out, e.formatMethods(v)...)
				}
			}
		}
	}
	return append(out, fn.AnonFuncs...)
}

// formatMethods returns the methods that formatting a value calls.
func (e *engine) formatMethods(v *ssa.MakeInterface) []*ssa.Function {
	f := &flow{engine: e}
	var out []*ssa.Function
	fr := e.rootFrame(v.Parent())
	for _, set := range []string{"fmt", "json"} {
		if ref := f.implicitMethod(fr, v, set); ref != nil {
			out = append(out, ref.fn)
		}
	}
	return out
}

func callsItself(e *engine, fn *ssa.Function) bool {
	return slices.Contains(e.callees(fn), fn)
}

// trimTest returns an import path without the suffix of a test variant.
func trimTest(path string) string {
	path, _, _ = strings.Cut(path, " [")
	return path
}
