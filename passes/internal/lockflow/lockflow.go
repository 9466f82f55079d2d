package lockflow

import (
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/internal/lockclass"
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

	// What the package does with single locks, in source order.
	Again  []Again
	Unheld []Unheld
	Held   []Held
	Tries  []Try
	Waits  []HoldWait

	Acquired []Acquired // see RecordAcquired

	// BuiltSSA reports whether the package was read in full: it can change
	// what is held. Other packages only pass on what they call.
	BuiltSSA bool

	// Err is a fault of the engine. It is not the error of its Run, since
	// drivers show only that of the analyzers that were asked for.
	Err error

	places     map[lockgraph.Site]token.Pos
	pairs      map[pair][]string // the packages that contribute each
	imports    []*importedFact
	directives *directives
	modulePath string
	pkgPath    string

	Explained *Explained // see Explain
}

// An engine analyses one package.
type engine struct {
	pass     *analysis.Pass
	pkg      *types.Package
	path     string
	prog     *ssa.Program
	paths    *pathTable
	imported *imported

	roots      map[*ssa.Function]*frame
	locating   map[ssa.Value]bool         // see loc
	branches   map[edgeKey]token.Pos      // see branchAt
	afterBlock map[*ssa.BasicBlock][]bool // see after
	circular   bool
	exhausts   map[*ssa.BinOp]bool // see exhausted
	makers     map[*ssa.Function]*ssa.MakeClosure
	stores     map[*ssa.Alloc]ssa.Value
	sums       map[*ssa.Function]*summary
	wrappers   map[string]bool
	classes    map[*path]class // see class
	classesOf  int             // how many wrappers they know of
	parts      map[string]int
	assigners  map[string][]*ssa.Function // the functions that do
	assigned   map[string]bool            // fields and variables that are assigned after their object was made
	children   map[string]string          // a field that leads to a part, by the name of that relation
	inverse    map[string]string          // a field that leads back where another came from
	lockFields map[string][]*path         // what is stored in fields that point to locks
	condLocks  map[string]*path           // the lock of a Cond, by the field or variable that holds the Cond
	providers  map[string][]provider
	around     *surroundings // nil until asked for
	partners   map[*ssa.Function][]partner
	known      map[string][]partner   // all there are, by waitKey; nil until asked for
	chans      map[string]*chanUse    // nil until asked for
	waiters    map[*ssa.Function]bool // see waitsBelow
	concurrent bool                   // the package waits for goroutines, or starts some
	behindCall map[string][]provider  // see implementers
	home       map[string]*homeLock
	storedAt   map[string][]storedFunc
	backlinks  map[string][]string // by field: where objects with it hang; nil until asked for
	converted  map[string]*conversion
	published  map[*ssa.Alloc][]ssa.Instruction
	escapes    map[paramKey]bool
	generic    map[string]bool // types of the package with type parameters
	ifaceKeys  map[calledMethod]string
	referenced map[*ssa.Function]bool     // called or used as a value by the package
	entered    map[string][]*ssa.Function // by key: the package's functions behind an interface call
	releases   map[string][]string        // by key: the classes that a dynamic call may release
	returned   map[string]bool            // types that importers can get hold of
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
	observed   map[*ssa.Function]*observed
	inPlace    map[*ssa.Function]bool         // closures that were read in place
	handled    map[site]int                   // acquisitions that a caller releases: through how many calls
	handed     map[*ssa.Function][]handedLock // locks that a goroutine is given by the function that starts it
	entry      []relRef                       // locks that the function under analysis is called with
	widened    []string                       // functions that hit a bound
	current    *ssa.Function
	explained  explained // see Explain
}

// A handedLock is a lock that a goroutine releases for the function that
// started it; path names it in the goroutine.
type handedLock struct {
	path *path
	lock *heldLock
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
		pass: pass, pkg: pass.Pkg, path: lockclass.PkgPath(pass.Pkg), paths: newPathTable(),
		roots:      make(map[*ssa.Function]*frame),
		locating:   make(map[ssa.Value]bool),
		branches:   make(map[edgeKey]token.Pos),
		afterBlock: make(map[*ssa.BasicBlock][]bool),
		exhausts:   make(map[*ssa.BinOp]bool),
		makers:     make(map[*ssa.Function]*ssa.MakeClosure),
		stores:     make(map[*ssa.Alloc]ssa.Value),
		sums:       make(map[*ssa.Function]*summary),
		wrappers:   make(map[string]bool),
		classesOf:  -1,
		parts:      make(map[string]int),
		assigned:   make(map[string]bool),
		assigners:  make(map[string][]*ssa.Function),
		children:   make(map[string]string),
		inverse:    make(map[string]string),
		lockFields: make(map[string][]*path),
		condLocks:  make(map[string]*path),
		providers:  make(map[string][]provider),
		behindCall: make(map[string][]provider),
		waiters:    make(map[*ssa.Function]bool),
		partners:   make(map[*ssa.Function][]partner),
		home:       make(map[string]*homeLock),
		storedAt:   make(map[string][]storedFunc),
		converted:  make(map[string]*conversion),
		published:  make(map[*ssa.Alloc][]ssa.Instruction),
		escapes:    make(map[paramKey]bool),
		sites:      make(map[siteKey]site),
		names:      make(map[*ssa.Function]string),
		generic:    make(map[string]bool),
		ifaceKeys:  make(map[calledMethod]string),
		referenced: make(map[*ssa.Function]bool),
		entered:    make(map[string][]*ssa.Function),
		releases:   make(map[string][]string),
		closed:     make(map[string]bool),
		openKeys:   make(map[string]bool),
		calls:      make(map[*ssa.Function][]callRecord),
		context:    make(map[*ssa.Function]*context),
		observed:   make(map[*ssa.Function]*observed),
		inPlace:    make(map[*ssa.Function]bool),
		handled:    make(map[site]int),
		handed:     make(map[*ssa.Function][]handedLock),
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
	prog := ssa.NewProgram(pass.Fset, ssa.BuilderMode(0))
	prog.SetNoReturn(noReturn(pass))
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
		e.sums[fn] = &summary{blocks: e.mayBlock(fn), params: e.paramUses(fn, new(summary)), results: e.results(fn), funcs: e.resultFuncs(fn)}
		return
	}
	before, writers := len(e.edges), len(e.writers)
	results := f.analyse(new(state))
	if held := calledWith(fn, results); len(held) > 0 {
		e.edges, e.writers = e.edges[:before], e.writers[:writers]
		f = newFlow(e, fn)
		e.entry = held
		s := new(state)
		for _, r := range held {
			s.held = append(s.held, &heldLock{path: r.path, mode: r.mode, site: e.siteOf(fn.Pos(), funcName(fn)), frame: f.root, entry: true})
		}
		f.analyse(s)
		e.entry = nil
	}
	f.sum.blocks = e.mayBlock(fn)
	f.sum.results = e.results(fn)
	f.sum.funcs = e.resultFuncs(fn)
	f.sum.params = e.paramUses(fn, f.sum)
	sortOps(f.sum.ops)
	if f.widened {
		e.widened = append(e.widened, funcName(fn))
	}
	e.sums[fn] = f.sum
	e.observed[fn] = f.seen
	e.noteWrapper(fn, f.sum)
}

// analyse runs the flow from s and completes its summary.
func (f *flow) analyse(s *state) []result {
	f.countTests(f.root)
	results := f.run(f.root, s)
	f.observe(results)
	f.finish(results)
	f.sum.tries = f.tries(results)
	return results
}

// calledWith returns the locks that are released at every return and were
// never acquired: the function is called with them held.
func calledWith(fn *ssa.Function, results []result) []relRef {
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
	return slices.DeleteFunc(held, func(h relRef) bool {
		r := h.path.root()
		return r.kind == rootAlloc && r.val.Parent() == fn // it was not there when the function was called
	})
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

// siteOf makes a site of a position in the package's source.
func (e *engine) siteOf(pos token.Pos, fn string) site {
	key := siteKey{pos, fn}
	if s := e.sites[key]; s != nil {
		return s
	}
	file := e.pass.Fset.File(pos)
	s := &position{Site: lockgraph.Site{Pkg: e.path, Func: fn}, pos: pos}
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
