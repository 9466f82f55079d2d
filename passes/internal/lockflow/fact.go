package lockflow

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"go/types"
	"io"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// A Fact is the one fact of a package: what the package says of its locks,
// united with the facts of its direct imports. It is a list of sections, one
// for each package that has something to say, which travel unread: a package
// decodes only what it needs.
type Fact struct{ sections []rawSection }

// AFact marks Fact as a fact.
func (*Fact) AFact() {}

func (f *Fact) String() string {
	var names []string
	for _, s := range f.sections {
		names = append(names, s.pkg)
	}
	return "locks(" + strings.Join(names, " ") + ")"
}

// A rawSection is what one package says, in parts: head is read by every
// importer, graph by those that look for cycles, funcs by those that call into
// the package.
type rawSection struct {
	pkg                string
	head, graph, funcs []byte
}

// joins reports whether the section can have a part in a cycle with others.
func (s *rawSection) joins() bool { return len(s.head) > 0 && s.head[0] == 1 }

// special returns the functions of the section that leave a lock held or call
// back under one.
func (s *rawSection) special() []string {
	if len(s.head) < 2 {
		return nil
	}
	return strings.Split(string(s.head[1:]), "\n")
}

// encodeHead makes the head of a section.
func encodeHead(g *graphPart) []byte {
	joins := byte(0)
	if g.joins() {
		joins = 1
	}
	if joins == 0 && len(g.special) == 0 {
		return nil
	}
	return append([]byte{joins}, strings.Join(g.special, "\n")...)
}

// factVersion is the first byte of an encoded fact.
const factVersion = 3

// GobEncode implements gob.GobEncoder.
func (f *Fact) GobEncode() ([]byte, error) {
	b := []byte{factVersion}
	b = binary.AppendUvarint(b, uint64(len(f.sections)))
	for _, s := range f.sections {
		for _, part := range [][]byte{[]byte(s.pkg), s.head, s.graph, s.funcs} {
			b = binary.AppendUvarint(b, uint64(len(part)))
			b = append(b, part...)
		}
	}
	return b, nil
}

var errBroken = errors.New("lockflow: broken fact: delete the build cache and run again")

// GobDecode implements gob.GobDecoder.
func (f *Fact) GobDecode(b []byte) error {
	if len(b) == 0 || b[0] != factVersion {
		return errBroken
	}
	b = b[1:]
	n, w := binary.Uvarint(b)
	if w <= 0 || n > uint64(len(b)) {
		return errBroken
	}
	b = b[w:]
	sections := make([]rawSection, n)
	for i := range sections {
		var parts [4][]byte
		for j := range parts {
			size, w := binary.Uvarint(b)
			if w <= 0 || size > uint64(len(b)-w) {
				return errBroken
			}
			parts[j], b = b[w:w+int(size):w+int(size)], b[w+int(size):]
		}
		sections[i] = rawSection{string(parts[0]), parts[1], parts[2], parts[3]}
	}
	if len(b) > 0 {
		return errBroken
	}
	f.sections = sections
	return nil
}

// compress deflates b; the empty part stays empty.
func compress(b []byte) []byte {
	if len(b) == 0 {
		return nil
	}
	var buf bytes.Buffer
	w, err := flate.NewWriter(&buf, flate.DefaultCompression)
	if err != nil {
		panic(err) // the level is valid
	}
	w.Write(b) // a bytes.Buffer does not fail
	w.Close()
	return buf.Bytes()
}

// maxPart bounds a decompressed part: no package has as much to say, and a
// broken fact must not exhaust the memory.
const maxPart = 64 << 20

func decompress(b []byte) ([]byte, error) {
	if len(b) == 0 {
		return nil, nil
	}
	out, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(b)), maxPart))
	if err != nil {
		return nil, errBroken
	}
	return out, nil
}

// imported holds the facts of a package's direct imports.
type imported struct {
	direct   []*importedFact
	sections map[string]*section
	names    []string // of sections, sorted
	funcs    map[*types.Func]*summary
	err      error // the first broken section
}

// An importedFact is what one direct import hands on.
type importedFact struct {
	path string
	has  map[string]bool // the packages it speaks of
}

// A section is a rawSection with what has been decoded of it so far.
type section struct {
	rawSection
	g *graphPart
	f map[string]*summary
}

// importFacts reads the facts of pass's direct imports.
func importFacts(pass *analysis.Pass) *imported {
	im := &imported{sections: make(map[string]*section), funcs: make(map[*types.Func]*summary)}
	deps := slices.Clone(pass.Pkg.Imports())
	slices.SortFunc(deps, func(a, b *types.Package) int { return strings.Compare(a.Path(), b.Path()) })
	for _, dep := range deps {
		fact := new(Fact)
		if !pass.ImportPackageFact(dep, fact) {
			continue
		}
		d := &importedFact{path: lockclass.PkgPath(dep), has: make(map[string]bool)}
		for _, s := range fact.sections {
			d.has[s.pkg] = true
			if im.sections[s.pkg] == nil {
				im.sections[s.pkg] = &section{rawSection: s}
				im.names = append(im.names, s.pkg)
			}
		}
		im.direct = append(im.direct, d)
	}
	slices.Sort(im.names)
	return im
}

// graph returns the decoded graph part of a section, never nil.
func (im *imported) graph(s *section) *graphPart {
	if s.g == nil {
		s.g = new(graphPart)
		b, err := decompress(s.rawSection.graph)
		if err == nil {
			err = decodeGraph(b, s.g)
		}
		im.note(s, err)
	}
	return s.g
}

func (im *imported) note(s *section, err error) {
	if err != nil && im.err == nil {
		im.err = fmt.Errorf("package %s: %w", s.pkg, err)
	}
}

// summary returns the summary of a function of another package.
func (im *imported) summary(e *engine, obj *types.Func) *summary {
	if obj.Pkg().Path() == "testing" {
		return nil // its locks are the framework's own
	}
	obj = obj.Origin()
	if s, ok := im.funcs[obj]; ok {
		return s
	}
	s := im.find(e, lockclass.PkgPath(obj.Pkg()), lockclass.FuncKey(obj))
	im.funcs[obj] = s
	return s
}

// byKey returns the summary of a function by its key.
func (im *imported) byKey(e *engine, key string) *summary {
	for i := len(key); i > 0; i = strings.LastIndexByte(key[:i], '.') {
		if s := im.sections[key[:i]]; s != nil {
			return im.find(e, key[:i], key)
		}
		if !strings.Contains(key[:i], ".") {
			break
		}
	}
	return nil
}

func (im *imported) find(e *engine, pkg, key string) *summary {
	s := im.sections[pkg]
	if s == nil {
		return nil
	}
	if s.f == nil {
		s.f = make(map[string]*summary)
		b, err := decompress(s.rawSection.funcs)
		if err == nil {
			err = decodeFuncs(b, s.f, e.paths)
		}
		im.note(s, err)
	}
	return s.f[key]
}

// inherited reports whether one direct import speaks of every package that can
// have a part in a cycle.
func (im *imported) inherited() bool {
	return slices.ContainsFunc(im.direct, func(d *importedFact) bool {
		return !slices.ContainsFunc(im.names, func(name string) bool { return im.sections[name].joins() && !d.has[name] })
	})
}

// provides reports whether a package stores a function with an effect in the
// variable that key names.
func (im *imported) provides(key string) bool {
	for _, name := range im.names {
		if strings.HasPrefix(key[1:], name+".") {
			for _, p := range im.graph(im.sections[name]).providers {
				if p.key == key {
					return true
				}
			}
		}
	}
	return false
}

// isWrapper reports whether a type of another package is a wrapper.
func (im *imported) isWrapper(owner string) bool {
	i := strings.LastIndexByte(owner, '.')
	if i < 0 {
		return false
	}
	s := im.sections[owner[:i]]
	return s != nil && slices.Contains(im.graph(s).wrappers, owner)
}
