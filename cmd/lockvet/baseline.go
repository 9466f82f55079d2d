package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A baseline is the findings of a code base that nobody has the time to mend
// now, so that only new ones are reported. A finding is known by what does not
// change when lines are added elsewhere: the analyzer, the file, the function, and
// what is said without the evidence. There can be several that are alike.
type baseline map[identity]int

type identity struct {
	Analyzer string `json:"analyzer"`
	File     string `json:"file"` // relative to the baseline's directory, with slashes
	Func     string `json:"func,omitempty"`
	Says     string `json:"says"`
}

// baselineFile is the form of a baseline in a file.
type baselineFile struct {
	Tool     string          `json:"tool"`
	Version  int             `json:"version"`
	Findings []baselineEntry `json:"findings"`
}

type baselineEntry struct {
	identity
	Count int `json:"count"`
}

const baselineVersion = 1

// readBaseline reads the file that -baseline names; nil if there is none.
func (opts *lintOptions) readBaseline() (baseline, error) {
	if opts.baseline == "" {
		return nil, nil
	}
	data, err := os.ReadFile(opts.baseline)
	if os.IsNotExist(err) {
		return nil, fmt.Errorf("-baseline: %w; lockvet -write-baseline %s writes it", err, opts.baseline)
	}
	if err != nil {
		return nil, fmt.Errorf("-baseline: %w", err)
	}
	known, err := parseBaseline(data)
	if err != nil {
		return nil, fmt.Errorf("-baseline: %s: %w", opts.baseline, err)
	}
	return known, nil
}

func parseBaseline(data []byte) (baseline, error) {
	var file baselineFile
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&file); err != nil {
		return nil, fmt.Errorf("not a baseline of lockvet: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("not a baseline of lockvet: there is more after its end")
	}
	if file.Tool != "lockvet" || file.Version != baselineVersion {
		return nil, fmt.Errorf("made by %q, version %d; want lockvet, version %d", file.Tool, file.Version, baselineVersion)
	}
	known := make(baseline)
	for i, e := range file.Findings {
		if e.Count < 1 || e.Analyzer == "" || e.File == "" || e.Says == "" {
			return nil, fmt.Errorf("finding %d lacks its analyzer, file, text or count", i+1)
		}
		known[e.identity] += e.Count
	}
	return known, nil
}

// keep writes the findings as a baseline.
func (opts *lintOptions) keep(res *lintResult, stderr io.Writer) (int, error) {
	name := opts.writeBaseline
	id := newIdentifier(name)
	known := make(baseline)
	status := exitClean
	for i := range res.Diagnostics {
		switch f := &res.Diagnostics[i]; {
		case f.Severity == severityIgnored:
		case find(f.Category) == nil:
			// A package that does not compile may have findings that are not known.
			fmt.Fprintf(stderr, "lockvet: not in the baseline: %s: %s\n", f.Position, f.Message)
			status = exitFindings
		default:
			known[id.of(f)]++
		}
	}
	text, err := known.encode()
	if err != nil {
		return 0, err
	}
	if err := replaceFile(name, func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil {
		return 0, fmt.Errorf("-write-baseline: %w", err)
	}
	fmt.Fprintf(stderr, "lockvet: %s has %s\n", name, known.count())
	return status, nil
}

// count says how many findings there are.
func (b baseline) count() string {
	n := 0
	for _, count := range b {
		n += count
	}
	if n == 1 {
		return "1 finding"
	}
	return fmt.Sprintf("%d findings", n)
}

// encode writes a finding on each line, in an order of its own, so that the file
// makes small differences.
func (b baseline) encode() ([]byte, error) {
	var list []baselineEntry
	for id, n := range b {
		list = append(list, baselineEntry{id, n})
	}
	slices.SortFunc(list, func(x, y baselineEntry) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Func, y.Func), cmp.Compare(x.Analyzer, y.Analyzer), cmp.Compare(x.Says, y.Says))
	})
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\"tool\":\"lockvet\",\"version\":%d,\"findings\":[", baselineVersion)
	for i, e := range list {
		if i > 0 {
			out.WriteByte(',')
		}
		var line bytes.Buffer
		enc := json.NewEncoder(&line)
		enc.SetEscapeHTML(false) // for the arrows
		if err := enc.Encode(e); err != nil {
			return nil, err
		}
		out.WriteString("\n" + strings.TrimSpace(line.String()))
	}
	out.WriteString("\n]}\n")
	return out.Bytes(), nil
}

// take leaves in res what is not known, and says if the baseline knows of more
// than there is.
func (b baseline) take(res *lintResult, name string, stderr io.Writer) {
	id := newIdentifier(name)
	slices.SortStableFunc(res.Diagnostics, func(x, y finding) int {
		return cmp.Or(cmp.Compare(x.Position.Filename, y.Position.Filename), cmp.Compare(x.Position.Offset, y.Position.Offset),
			cmp.Compare(x.Position.Line, y.Position.Line), cmp.Compare(x.Position.Column, y.Position.Column))
	})
	seen := make(map[spot]bool)
	res.Diagnostics = slices.DeleteFunc(res.Diagnostics, func(f finding) bool {
		if f.Severity == severityIgnored || find(f.Category) == nil {
			return false
		}
		is := id.of(&f)
		at := spot{f.Position.Filename, f.Position.Line, f.Position.Column, is}
		if seen[at] {
			return true // of the package and of its test variant
		}
		if b[is] > 0 {
			b[is]--
			seen[at] = true
			return true
		}
		return false
	})
	maps.DeleteFunc(b, func(_ identity, n int) bool { return n == 0 })
	if len(b) > 0 {
		fmt.Fprintf(stderr, "lockvet: %s has %s that there are no more; -write-baseline %s leaves them out\n", name, b.count(), name)
	}
}

// A spot is where a finding stands.
type spot struct {
	file         string
	line, column int
	is           identity
}

// An identifier finds out the identity of findings.
type identifier struct {
	dir   string // of the baseline
	files map[string][]function
}

// A function is the lines of a function declaration.
type function struct {
	name        string
	first, last int
}

func newIdentifier(baseline string) *identifier {
	dir, err := filepath.Abs(filepath.Dir(baseline))
	if err != nil {
		dir = filepath.Dir(baseline)
	}
	return &identifier{dir: dir, files: make(map[string][]function)}
}

// lineNumber is what changes in a place that a message names.
var lineNumber = regexp.MustCompile(`(\.go):\d+(:\d+)?`)

func (id *identifier) of(f *finding) identity {
	file := f.Position.Filename
	if rel, err := filepath.Rel(id.dir, file); err == nil {
		file = rel
	}
	return identity{Analyzer: f.Category, File: filepath.ToSlash(file), Func: id.function(f.Position), Says: essence(f.Message)}
}

// essence is what a message says without the evidence, which stands after a colon
// and names places. Of a cycle it is the locks, from the same one each time.
func essence(message string) string {
	if at := lineNumber.FindStringIndex(message); at != nil {
		if colon := strings.LastIndex(message[:at[0]], ": "); colon > 0 {
			message = message[:colon]
		}
	}
	last := message[strings.LastIndex(message, ": ")+1:]
	if ring := strings.Split(strings.TrimSpace(last), " -> "); len(ring) > 1 {
		ring = ring[1:] // the first is the last again
		i := slices.Index(ring, slices.Min(ring))
		return strings.Join(slices.Concat(ring[i:], ring[:i], ring[i:i+1]), " -> ")
	}
	return lineNumber.ReplaceAllString(message, "$1")
}

// function names the function declaration around a position.
func (id *identifier) function(pos token.Position) string {
	list, ok := id.files[pos.Filename]
	if !ok {
		list = functions(pos.Filename)
		id.files[pos.Filename] = list
	}
	for _, f := range list {
		if f.first <= pos.Line && pos.Line <= f.last {
			return f.name
		}
	}
	return ""
}

func functions(file string) []function {
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	var list []function
	for _, d := range syntax.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			list = append(list, function{functionName(fn), fset.Position(fn.Pos()).Line, fset.Position(fn.End()).Line})
		}
	}
	return list
}

// functionName is the name with the type of the receiver.
func functionName(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	typ := ast.Unparen(fn.Recv.List[0].Type)
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = ast.Unparen(star.X)
	}
	switch t := typ.(type) {
	case *ast.IndexExpr:
		typ = t.X
	case *ast.IndexListExpr:
		typ = t.X
	}
	if name, ok := typ.(*ast.Ident); ok {
		return name.Name + "." + fn.Name.Name
	}
	return fn.Name.Name
}
