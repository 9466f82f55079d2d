package locksites_test

import (
	"fmt"
	"go/token"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/lockvet/lockvet/passes/locksites"
)

var label = regexp.MustCompile(`#\w+`)

// An expectation is what a comment says of its line:
//
//	site VERDICT         a lock's own method is called here
//	calls PLACE VERDICT  a call here leads to an acquisition at PLACE
//
// A verdict is "known CLASS", "caller" or "ambiguous". A place is a file of
// another package, or a label: "#name" behind the verdict labels the line of a
// comment, other packages call it "package#name".
type expectation struct {
	at, callee, verdict string
}

// expectations reads the comments of a package and enters the labels.
func expectations(p *packages.Package, labels map[string]string) []expectation {
	var list []expectation
	for _, f := range p.Syntax {
		for _, g := range f.Comments {
			for _, c := range g.List {
				at := placeOf(p, c.Pos())
				for text := range strings.SplitSeq(strings.TrimPrefix(c.Text, "//"), ";") {
					verb, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
					e := expectation{at: at}
					switch verb {
					case "site":
					case "calls":
						e.callee, rest, _ = strings.Cut(rest, " ")
						if e.callee[0] == '#' {
							e.callee = p.PkgPath + e.callee
						} else if strings.Contains(e.callee, "#") {
							e.callee = "m/" + e.callee
						}
					default:
						continue
					}
					if name := label.FindString(rest); name != "" {
						labels[p.PkgPath+name] = at
						rest = strings.TrimSpace(strings.Replace(rest, name, "", 1))
					}
					e.verdict = rest
					list = append(list, e)
				}
			}
		}
	}
	return list
}

func placeOf(p *packages.Package, pos token.Pos) string {
	at := p.Fset.Position(pos)
	return fmt.Sprintf("%s/%s:%d", p.PkgPath, filepath.Base(at.Filename), at.Line)
}

// sitesText lists the sites of the packages whose path begins with prefix. Of
// places in package sync only the file is told.
func sitesText(table *locksites.Table, prefix string) []string {
	var list []string
	for _, s := range table.Sites() {
		if !strings.HasPrefix(s.Pkg, prefix) {
			continue
		}
		callee := s.Callee
		if path.Dir(callee) == "sync" {
			callee, _, _ = strings.Cut(callee, ":")
		}
		list = append(list, strings.TrimSpace(fmt.Sprintf("%s/%s:%d %s %s %s", s.Pkg, s.File, s.Line, callee, s.Kind, s.Class)))
	}
	return list
}

// TestSites compares the sites of the packages in testdata/sites with what their
// comments expect.
func TestSites(t *testing.T) {
	pkgs := load(t, filepath.Join("testdata", "sites"), "./...")
	labels := make(map[string]string)
	var want []string
	for _, p := range pkgs {
		if !strings.HasPrefix(p.PkgPath, "m/") {
			continue
		}
		for _, e := range expectations(p, labels) {
			if strings.Contains(e.callee, "#") {
				if labels[e.callee] == "" {
					t.Errorf("%s: no label %s", e.at, e.callee)
				}
				e.callee = labels[e.callee]
			}
			want = append(want, strings.Join([]string{e.at, e.callee, e.verdict}, " "))
		}
	}
	got := sitesText(tableOf(pkgs), "m/")
	for _, s := range want {
		if !slices.Contains(got, s) {
			t.Errorf("missing: %s", s)
		}
	}
	for _, s := range got {
		if !slices.Contains(want, s) {
			t.Errorf("not expected: %s", s)
		}
	}
}

// TestCommand finds the sites of a command under the name of its package at run
// time as well.
func TestCommand(t *testing.T) {
	pkgs := load(t, filepath.Join("testdata", "sites"), "./command")
	table := tableOf(pkgs)
	own, renamed := sitesText(table, "m/command"), sitesText(table, "main")
	if len(own) != 4 {
		t.Errorf("sites of the command: %q, want four", own)
	}
	for i, s := range own {
		own[i] = strings.ReplaceAll(s, "m/command/", "main/")
	}
	if !slices.Equal(own, renamed) {
		t.Errorf("sites as main: %q, want %q", renamed, own)
	}
}

// TestOrder adds a package twice, and all of them in two tables.
func TestOrder(t *testing.T) {
	pkgs := load(t, filepath.Join("testdata", "sites"), "./...")
	once, twice := tableOf(pkgs), tableOf(append(slices.Clone(pkgs), pkgs...))
	if a, b := once.AppendText(nil), twice.AppendText(nil); string(a) != string(b) {
		t.Error("packages that are added twice give other sites")
	}
}

// TestOf reads a package without those that it imports.
func TestOf(t *testing.T) {
	for _, p := range load(t, filepath.Join("testdata", "sites"), "./direct") {
		if p.PkgPath != "m/direct" {
			continue
		}
		var table locksites.Table
		table.Add(p.Fset, p.Types, p.Syntax, p.TypesInfo)
		if got := locksites.Of(p.Fset, p.Types, p.Syntax, p.TypesInfo); len(got) == 0 || !slices.Equal(got, table.Sites()) {
			t.Errorf("got %v, want %v", got, table.Sites())
		}
	}
}
