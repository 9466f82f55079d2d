package lockflow

import (
	"bytes"
	"encoding/gob"
	"errors"
	"go/ast"
	"go/types"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/lockvet/lockvet/lockgraph"
)

func sampleGraph() *graphPart {
	at := lockgraph.Site{Pkg: "p", File: "p.go", Line: 7, Func: "T.f"}
	edge := lockgraph.Edge{From: "p.A.mu", To: "q.B.mu", Kind: lockgraph.Retry, ToMode: lockgraph.Shared, Held: at, Site: at, Report: at,
		Calls: []lockgraph.Site{at}, Gates: []lockgraph.Gate{{Class: "p.g", Anchors: []string{""}}}, Relation: "", Origin: lockgraph.Static}
	return &graphPart{
		wrappers: []string{"p.Mutex"}, edges: []lockgraph.Edge{edge},
		classes:   []lockgraph.Class{{Name: "p.A.mu", Writers: []lockgraph.Writer{{Site: at, Under: []string{"p.g"}}}}},
		orders:    []lockgraph.Order{{Before: "p.A.mu", After: "q.B.mu", Site: at}},
		pending:   []pendingEdge{{edge: edge, key: "Fp.T.hook"}},
		providers: []keyedProvider{{"Fp.T.hook", "p.f"}},
		types:     []methodSet{{typ: "p.T", methods: []string{"0123456789ab"}, effects: []methodEffect{{"0123456789ab", provider{key: "p.T.m"}}}}},
	}
}

func sampleFuncs(t *pathTable) map[string]*summary {
	at := &position{Site: lockgraph.Site{Pkg: "p", File: "p.go", Line: 3, Func: "f"}}
	mu := t.field(t.deref(t.field(t.param(0, "p.T"), "s", "p.T", false)), "mu", "p.S", false)
	return map[string]*summary{
		"p.f": {
			ops: []*op{
				{path: mu, how: lockgraph.Try, cond: &cond{1, isFalse}, site: at, calls: []site{at}, held: []heldRef{{path: mu, site: at, report: at}}, dropped: []*path{mu}, guards: []guard{{2, true, ""}}},
				{target: &target{kind: targetDynamic, key: "Fp.T.hook", method: "m"}, site: at},
			},
			exits:   []*exit{{held: []netHeld{{path: mu, site: at}}, released: []relRef{{path: mu, maybe: true}}, results: []outcome{isTrue}}, {panics: true}},
			edges:   []*rawEdge{{from: mu, to: t.at(t.global("p.locks"), nil), held: at, site: at, report: at, gates: []gate{{path: t.param(1, "sync.Mutex")}}}},
			params:  []paramUse{{called: true}, {stored: true, field: "Fp.T.hook"}},
			results: []*path{nil, mu},
			funcs:   []*funcRef{nil, {key: "sync.Mutex.Unlock", recv: mu}},
		},
		"p.g": {ops: []*op{{path: t.foreign("", "p.T"), site: at}}},
	}
}

func TestFactRoundTrip(t *testing.T) {
	table := newPathTable()
	fact := &Fact{sections: []rawSection{{"p", []byte("\x01p.T.Lock"), compress(encodeGraph(sampleGraph())), compress(encodeFuncs(sampleFuncs(table)))}, {"q", nil, nil, nil}}}
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(fact); err != nil {
		t.Fatal(err)
	}
	got := new(Fact)
	if err := gob.NewDecoder(&buf).Decode(got); err != nil {
		t.Fatal(err)
	}
	b, err := decompress(got.sections[0].graph)
	if err != nil {
		t.Fatal(err)
	}
	g := new(graphPart)
	if err := decodeGraph(b, g); err != nil {
		t.Fatal(err)
	}
	if want := sampleGraph(); !reflect.DeepEqual(g, want) {
		t.Errorf("graph part:\n got %+v\nwant %+v", g, want)
	}
	b, err = decompress(got.sections[0].funcs)
	if err != nil {
		t.Fatal(err)
	}
	funcs := make(map[string]*summary)
	if err := decodeFuncs(b, funcs, newPathTable()); err != nil {
		t.Fatal(err)
	}
	if again := encodeFuncs(funcs); !bytes.Equal(again, encodeFuncs(sampleFuncs(newPathTable()))) {
		t.Error("summaries change when they are decoded and encoded again")
	}
}

// A fact that was cut or altered is an error that says what to do.
func TestBrokenFact(t *testing.T) {
	whole, err := (&Fact{sections: []rawSection{{"p", nil, compress(encodeGraph(sampleGraph())), nil}}}).GobEncode()
	if err != nil {
		t.Fatal(err)
	}
	for n := range whole {
		if err := new(Fact).GobDecode(whole[:n]); !errors.Is(err, errBroken) {
			t.Errorf("a fact cut to %d of %d bytes: got error %v", n, len(whole), err)
		}
	}
	if err := new(Fact).GobDecode(append([]byte{factVersion + 1}, whole[1:]...)); !errors.Is(err, errBroken) {
		t.Errorf("a fact of another version: got error %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(encodeGraph(sampleGraph()))
	f.Add(encodeFuncs(sampleFuncs(newPathTable())))
	whole, _ := (&Fact{sections: []rawSection{{"p", nil, []byte("x"), []byte("y")}}}).GobEncode()
	f.Add(whole)
	f.Fuzz(func(t *testing.T, b []byte) {
		new(Fact).GobDecode(b)
		decodeGraph(b, new(graphPart))
		decodeFuncs(b, make(map[string]*summary), newPathTable())
		decompress(b)
	})
}

// A fault inside the engine is an error that names the package; it does not
// bring the driver down.
func TestFaultBecomesError(t *testing.T) {
	pkg := types.NewPackage("example.com/faulty", "faulty")
	res, err := run(&analysis.Pass{Pkg: pkg, Files: []*ast.File{}}) // no type information
	if err != nil {
		t.Fatal(err)
	}
	got := res.(*Result).Err
	if got == nil || !strings.Contains(got.Error(), "example.com/faulty") {
		t.Errorf("got error %v, want one that names the package", got)
	}
}
