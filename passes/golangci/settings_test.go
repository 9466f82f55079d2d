package golangci

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/lockvet/lockvet/passes"
)

// conf is a block of a file as golangci-lint reads it.
type conf = map[string]any

// list is a list of one.
type list = []any

// flagsOf returns the flags of the suite that have not their default, by name.
func flagsOf(t *testing.T) map[string]string {
	t.Helper()
	set := make(map[string]string)
	for _, a := range withRequired(passes.Analyzers) {
		a.Flags.VisitAll(func(f *flag.Flag) {
			if v := f.Value.String(); v != f.DefValue {
				set[a.Name+"."+f.Name] = v
			}
		})
	}
	return set
}

// reset makes New forget when the test ends.
func reset(t *testing.T) {
	t.Helper()
	t.Cleanup(func() {
		if _, err := New(nil); err != nil {
			t.Error(err)
		}
		if set := flagsOf(t); len(set) > 0 {
			t.Errorf("without settings there are still %v", set)
		}
	})
}

// names returns the analyzers of a linter.
func names(t *testing.T, p register.LinterPlugin) string {
	t.Helper()
	analyzers, err := p.BuildAnalyzers()
	if err != nil {
		t.Fatal(err)
	}
	if err := analysis.Validate(analyzers); err != nil {
		t.Error(err)
	}
	return analyzerNames(analyzers)
}

// TestRegistered: golangci-lint knows the linter by its name, and is asked to load
// types for it.
func TestRegistered(t *testing.T) {
	reset(t)
	construct, err := register.GetPlugin("lockvet")
	if err != nil {
		t.Fatal(err)
	}
	p, err := construct(nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := names(t, p), analyzerNames(passes.Analyzers); got != want {
		t.Errorf("analyzers %s, want %s", got, want)
	}
	if got := p.GetLoadMode(); got != register.LoadModeTypesInfo {
		t.Errorf("load mode %q", got)
	}
}

func TestChoose(t *testing.T) {
	reset(t)
	all := analyzerNames(passes.Analyzers)
	for _, tt := range []struct {
		name string
		conf conf
		want string
	}{
		{"nothing", nil, all},
		{"empty", conf{}, all},
		{"empty lists", conf{"enable": list{}, "disable": nil}, all},
		{"one", conf{"enable": list{"badunlock"}}, "badunlock"},
		{"in the order of the suite", conf{"enable": list{"doublelock", "lockorder", "lockorder"}}, "lockorder, doublelock"},
		{"all but one", conf{"disable": list{"holdwait"}}, strings.Replace(all, "holdwait, ", "", 1)},
		{"both", conf{"enable": list{"lockorder"}, "disable": list{"holdwait"}}, "lockorder"},
		{"in other letters", conf{"enable": list{"LockOrder"}}, "lockorder"},
	} {
		p, err := New(tt.conf)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := names(t, p); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestFlags sets flags, in all forms that a file can have, and finds no trace of one
// file when it reads the next.
func TestFlags(t *testing.T) {
	reset(t)
	for _, tt := range []struct {
		name string
		conf any
		want map[string]string
	}{
		{"a boolean", conf{"missingunlock": conf{"panics": true}}, map[string]string{"missingunlock.panics": "true"}},
		{"a word", conf{"missingunlock": conf{"panics": "true"}}, map[string]string{"missingunlock.panics": "true"}},
		{"false", conf{"missingunlock": conf{"panics": false}}, nil},
		{"a list", conf{"lockorder": conf{"deps": list{"example.com/a", "example.com/b"}}}, map[string]string{"lockorder.deps": "example.com/a,example.com/b"}},
		{"one for two analyzers", conf{"deps": true}, map[string]string{"lockorder.deps": "true", "trylockorder.deps": "true"}},
		{"and one goes before", conf{"deps": list{"example.com/a"}, "trylockorder": conf{"deps": false}}, map[string]string{"lockorder.deps": "example.com/a"}},
		{"of one disabled", conf{"disable": list{"lockorder"}, "lockorder": conf{"locks": list{"example.com/a.Take=lock", "example.com/a.Give=unlock"}}},
			map[string]string{"lockorder.locks": "example.com/a.Give=unlock,example.com/a.Take=lock"}},
		{"several", conf{"trylockorder": conf{"spin": true, "spinning": list{"example.com/a.Spin"}}},
			map[string]string{"trylockorder.spin": "true", "trylockorder.spinning": "example.com/a.Spin"}},
		{"an empty block", conf{"lockorder": nil, "trylockorder": conf{}}, nil},
		{"a map of another type", map[any]any{"missingunlock": map[any]any{"panics": true}}, map[string]string{"missingunlock.panics": "true"}},
	} {
		if _, err := New(tt.conf); err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		got := flagsOf(t)
		same := len(got) == len(tt.want)
		for name, value := range tt.want {
			same = same && got[name] == value
		}
		if !same {
			t.Errorf("%s: set are %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestRefused: one line tells what is wrong and what there is, and no flag changes.
func TestRefused(t *testing.T) {
	reset(t)
	const (
		all     = "lockorder, trylockorder, trylockuse, holdwait, badunlock, missingunlock, recursiveread, doublelock"
		allowed = "enable, disable, deps, and a block for each of lockorder, trylockorder, missingunlock"
	)
	if _, err := New(conf{"trylockorder": conf{"spin": true}}); err != nil {
		t.Fatal(err)
	}
	good := conf{"panics": true}
	for _, tt := range []struct {
		conf any
		want string
	}{
		{list{"lockorder"}, "the settings are a list, want " + allowed},
		{"all", `the settings are "all", want ` + allowed},
		{conf{"lockordr": conf{"deps": true}, "missingunlock": good}, `unknown setting "lockordr"; there is ` + allowed},
		{conf{"Enable": list{"lockorder"}}, `unknown setting "Enable"; there is ` + allowed},
		{conf{"holdwait": conf{"deps": true}}, "holdwait has no flags, and so no settings; there is " + allowed},
		{conf{"enable": "lockorder"}, `enable is "lockorder", want a list of analyzers`},
		{conf{"disable": list{"lockordr"}}, `disable: no analyzer is called "lockordr"; there are ` + all},
		{conf{"enable": list{3}}, "enable: no analyzer is called 3; there are " + all},
		{conf{"enable": list{"lockflow"}}, `enable: no analyzer is called "lockflow"; there are ` + all},
		{conf{"enable": list{"holdwait"}, "disable": list{"badunlock", "holdwait"}}, "holdwait is both in enable and in disable"},
		{conf{"disable": strings.Split(all, ", ")}, "every analyzer is disabled"},
		{conf{"lockorder": conf{"depth": 3}}, `lockorder has no flag "depth"; there is deps, locks`},
		{conf{"lockorder": true}, "lockorder is true, want a block with deps, locks"},
		{conf{"lockorder": list{"deps"}}, "lockorder is a list, want a block with deps, locks"},
		{conf{"missingunlock": conf{"panics": conf{"all": true}}}, "missingunlock.panics is a block, want a value or a list of values"},
		{conf{"missingunlock": conf{"panics": nil}}, "missingunlock.panics is empty, want a value or a list of values"},
		{conf{"deps": list{list{"example.com/a"}}}, "deps is a list, want a value or a list of values"},
		{conf{"missingunlock": conf{"panics": "maybe"}}, `missingunlock.panics: cannot use "maybe": want true or false`},
		{conf{"missingunlock": good, "trylockorder": conf{"spin": 2}}, `trylockorder.spin: cannot use "2": want true or false`},
		{conf{"missingunlock": good, "deps": list{"*"}}, `lockorder.deps: cannot use "*": want true, false or module paths with commas between them`},
		{conf{"missingunlock": good, "lockorder": conf{"locks": list{"example.com/a.Take=lock", "example.com/a.Give=free"}}},
			"lockorder.locks: cannot use example.com/a.Give=free: want import/path.Func=ACTION or import/path.Type.Method=ACTION, where ACTION is lock, rlock, runlock, trylock, tryrlock, unlock"},
		{conf{"missingunlock": good, "trylockorder": conf{"spinning": list{"Spin"}}}, "trylockorder.spinning: cannot use Spin: want import/path.Func or import/path.Type.Method"},
	} {
		_, err := New(tt.conf)
		if err == nil {
			t.Errorf("%v is accepted", tt.conf)
			continue
		}
		if got := err.Error(); got != tt.want {
			t.Errorf("%v:\n got %s\nwant %s", tt.conf, got, tt.want)
		}
		if set := flagsOf(t); len(set) != 1 || set["trylockorder.spin"] != "true" {
			t.Fatalf("%v is refused, and leaves %v", tt.conf, set)
		}
	}
}

// TestRequired sets flags of an analyzer that is only required, and of types that
// the suite has none of.
func TestRequired(t *testing.T) {
	below := &analysis.Analyzer{Name: "below"}
	depth := below.Flags.Int("depth", 1, "")
	ratio := below.Flags.Float64("ratio", 0, "")
	suite := []*analysis.Analyzer{{Name: "above", Requires: []*analysis.Analyzer{below}}}
	for _, tt := range []struct {
		conf  any
		err   string
		depth int
		ratio float64
	}{
		{conf{"below": conf{"depth": 3, "ratio": 0.5}}, "", 3, 0.5},
		{conf{"below": conf{"depth": float64(1000000)}}, "", 1000000, 0},
		{conf{"below": conf{"depth": "deep", "ratio": 2}}, `below.depth: cannot use "deep": want a value of type int`, 1000000, 0},
		{conf{"below": conf{"depth": 2.5}}, `below.depth: cannot use "2.5": want a value of type int`, 1000000, 0},
		{conf{"enable": list{"below"}}, `enable: no analyzer is called "below"; there are above`, 1000000, 0},
		{conf{"above": conf{"depth": 3}}, "above has no flags, and so no settings; there is enable, disable, and a block for each of below", 1000000, 0},
		{nil, "", 1, 0},
	} {
		s, err := read(suite, tt.conf)
		if err == nil {
			err = s.apply()
		}
		if got := errorText(err); got != tt.err {
			t.Errorf("%v: error %q, want %q", tt.conf, got, tt.err)
		}
		if *depth != tt.depth || *ratio != tt.ratio {
			t.Errorf("%v: depth %d, ratio %v", tt.conf, *depth, *ratio)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestRelated: a finding has no related places here, and elsewhere keeps them.
func TestRelated(t *testing.T) {
	finding := analysis.Diagnostic{Message: "m", Related: []analysis.RelatedInformation{{Message: "r"}}, SuggestedFixes: []analysis.SuggestedFix{{Message: "f"}}}
	a := &analysis.Analyzer{Name: "a", Run: func(pass *analysis.Pass) (any, error) {
		pass.Report(finding)
		return len(pass.ResultOf), nil
	}}
	var got []analysis.Diagnostic
	pass := &analysis.Pass{Report: func(d analysis.Diagnostic) { got = append(got, d) }}
	for _, a := range []*analysis.Analyzer{a, alone(a)} {
		if res, err := a.Run(pass); res != 0 || err != nil {
			t.Errorf("returns %v, %v", res, err)
		}
	}
	counts := []int{len(got[0].Related), len(got[0].SuggestedFixes), len(got[1].Related), len(got[1].SuggestedFixes)}
	if !slices.Equal(counts, []int{1, 1, 0, 1}) {
		t.Errorf("related places and fixes: %v", counts)
	}
}
