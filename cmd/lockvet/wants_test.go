package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A want is one expected finding, from a comment
//
//	// want NAME "regexp"
//
// on the line of the finding, where several may stand. "want+spin" expects it only under
// -trylockorder.spin.
type want struct {
	file     string // relative to the module
	line     int
	analyzer string
	message  *regexp.Regexp
}

// A report is one finding of the tool, without what it says besides.
type report struct {
	file     string
	line     int
	analyzer string
	message  string
}

func (r report) String() string {
	return fmt.Sprintf("%s:%d: [%s] %s", r.file, r.line, r.analyzer, r.message)
}

var wantComment = regexp.MustCompile(`// want(\+spin)? ([a-z]+) ("(?:[^"\\]|\\.)*"|` + "`[^`]*`)")

// wants reads the expectations of the module in dir.
func wants(t *testing.T, dir string, spin bool) []want {
	t.Helper()
	var list []want
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		for i, line := range strings.Split(string(data), "\n") {
			found := wantComment.FindAllStringSubmatch(line, -1)
			if len(found) != strings.Count(line, "// want") {
				return fmt.Errorf("%s:%d: malformed want comment", rel, i+1)
			}
			for _, m := range found {
				if m[1] != "" && !spin {
					continue
				}
				pattern, err := strconv.Unquote(m[3])
				if err != nil {
					return fmt.Errorf("%s:%d: %v", rel, i+1, err)
				}
				re, err := regexp.Compile(pattern)
				if err != nil {
					return fmt.Errorf("%s:%d: %v", rel, i+1, err)
				}
				list = append(list, want{filepath.ToSlash(rel), i + 1, m[2], re})
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// compare checks the reports against the expectations, each of which stands
// for exactly one report.
func compare(t *testing.T, wants []want, reports []report) {
	t.Helper()
	rest := slices.Clone(reports)
	for _, w := range wants {
		i := slices.IndexFunc(rest, func(r report) bool {
			return r.file == w.file && r.line == w.line && r.analyzer == w.analyzer && w.message.MatchString(r.message)
		})
		if i < 0 {
			t.Errorf("missing: %s:%d: [%s] matching %q", w.file, w.line, w.analyzer, w.message)
			continue
		}
		rest = slices.Delete(rest, i, i+1)
	}
	for _, r := range rest {
		t.Errorf("unexpected: %s", r)
	}
}

// diagnostic is the part of the JSON form of a finding that the tests read.
type diagnostic struct {
	Posn    string `json:"posn"`
	End     string `json:"end"`
	Message string `json:"message"`
}

// jsonTree is package ID, then analyzer, then findings.
type jsonTree map[string]map[string][]diagnostic

// decodeTree reads what -json prints. The go command prints one object for
// each package, the plain command one for all.
func decodeTree(t testing.TB, out string) jsonTree {
	t.Helper()
	all := make(jsonTree)
	dec := json.NewDecoder(strings.NewReader(out))
	for {
		var tree map[string]map[string]json.RawMessage
		err := dec.Decode(&tree)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatalf("output is not JSON: %v\n%s", err, out)
		}
		for pkg, results := range tree {
			// The plain command names the test variant of a package
			// "p [p.test]"; the go command calls it p.
			pkg, _, _ = strings.Cut(pkg, " ")
			for analyzer, raw := range results {
				var list []diagnostic
				if err := json.Unmarshal(raw, &list); err != nil {
					t.Fatalf("%s: %s: not a list of findings: %s", pkg, analyzer, raw)
				}
				if all[pkg] == nil {
					all[pkg] = make(map[string][]diagnostic)
				}
				if all[pkg][analyzer] != nil {
					t.Errorf("%s: %s: two results for one package", pkg, analyzer)
				}
				all[pkg][analyzer] = list
			}
		}
	}
}

var position = regexp.MustCompile(`^(.*):(\d+):(\d+)$`)

// reports flattens the tree; file names become relative to the module.
func (tree jsonTree) reports(t *testing.T, dir string) []report {
	t.Helper()
	var list []report
	for _, results := range tree {
		for analyzer, diags := range results {
			for _, d := range diags {
				m := position.FindStringSubmatch(d.Posn)
				if m == nil || !position.MatchString(d.End) {
					t.Errorf("finding without a position or an end: %+v", d)
					continue
				}
				rel, err := filepath.Rel(dir, m[1])
				if err != nil {
					t.Fatal(err)
				}
				line, _ := strconv.Atoi(m[2])
				list = append(list, report{filepath.ToSlash(rel), line, analyzer, d.Message})
			}
		}
	}
	return list
}

// describe lists the findings with all that a driver might get wrong.
func (tree jsonTree) describe() []string {
	var list []string
	for _, results := range tree {
		for analyzer, diags := range results {
			for _, d := range diags {
				list = append(list, fmt.Sprintf("%s - %s [%s] %s", d.Posn, d.End, analyzer, d.Message))
			}
		}
	}
	slices.Sort(list)
	return list
}

// A lineFinding is one line of what the plain command prints with -f json.
type lineFinding struct {
	Code, Severity, Message string
	Location, End           lineLocation
	Related                 []struct {
		Location lineLocation
		Message  string
	}
}

type lineLocation struct {
	File         string
	Line, Column int
}

func (l lineLocation) String() string { return fmt.Sprintf("%s:%d:%d", l.File, l.Line, l.Column) }

func decodeLines(t testing.TB, out string) []lineFinding {
	t.Helper()
	var list []lineFinding
	for line := range strings.Lines(out) {
		var f lineFinding
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			t.Fatalf("not a finding: %v\n%s", err, line)
		}
		list = append(list, f)
	}
	return list
}

func describeLines(findings []lineFinding) []string {
	var list []string
	for _, f := range findings {
		list = append(list, fmt.Sprintf("%s - %s [%s] %s", f.Location, f.End, f.Code, f.Message))
	}
	slices.Sort(list)
	return list
}
