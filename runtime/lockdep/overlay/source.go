package overlay

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// source is a file of the standard library that is being changed. Changes are
// text that goes into existing lines, so every line keeps its number.
type source struct {
	name string // relative to GOROOT/src, with slashes
	path string
	text []byte
	fset *token.FileSet
	ast  *ast.File

	edits []edit
}

// edit replaces the text from one offset to another. Of those at one offset the
// first made comes first.
type edit struct {
	from, to int
	text     string
}

func readSource(goroot, name string) (*source, error) {
	s := &source{name: name, path: filepath.Join(goroot, "src", filepath.FromSlash(name)), fset: token.NewFileSet()}
	var err error
	if s.text, err = os.ReadFile(s.path); err != nil {
		return nil, err
	}
	s.ast, err = parser.ParseFile(s.fset, s.path, s.text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		return nil, errors.New(first)
	}
	return s, nil
}

// unknown is the error for a file that is not as expected.
func (s *source) unknown(format string, args ...any) error {
	return fmt.Errorf("%s: %s: this is not the source that lockvet knows", s.path, fmt.Sprintf(format, args...))
}

func (s *source) offset(p token.Pos) int { return s.fset.Position(p).Offset }

// insert puts text at p. It must not contain a newline.
func (s *source) insert(p token.Pos, text string) { s.replace(p, p, text) }

func (s *source) replace(from, to token.Pos, text string) {
	s.edits = append(s.edits, edit{s.offset(from), s.offset(to), text})
}

// result returns the changed text.
func (s *source) result() ([]byte, error) {
	slices.SortStableFunc(s.edits, func(a, b edit) int { return cmp.Compare(a.from, b.from) })
	var out []byte
	end := 0
	for _, e := range s.edits {
		if e.from < end {
			return nil, s.unknown("two changes overlap at offset %d", e.from)
		}
		out = append(out, s.text[end:e.from]...)
		out = append(out, e.text...)
		end = e.to
	}
	out = append(out, s.text[end:]...)
	if bytes.Count(out, []byte("\n")) != bytes.Count(s.text, []byte("\n")) {
		return nil, s.unknown("a change moves lines")
	}
	if _, err := parser.ParseFile(token.NewFileSet(), s.path, out, parser.SkipObjectResolution); err != nil {
		return nil, s.unknown("changed, it is no Go: %v", err)
	}
	return out, nil
}

// function finds a function with a body, or a method if recv names a type, as
// in (*recv).name.
func (s *source) function(recv, name string) (*ast.FuncDecl, error) {
	for _, d := range s.ast.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if ok && fn.Name.Name == name && fn.Body != nil && receiverType(fn) == recv {
			return fn, nil
		}
	}
	if recv == "" {
		return nil, s.unknown("function %s not found", name)
	}
	return nil, s.unknown("method (*%s).%s not found", recv, name)
}

// receiverType returns T for a method of *T with a named receiver, "" for a
// function, and what is no type name for other methods.
func receiverType(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return ""
	}
	if len(fn.Recv.List) == 1 && len(fn.Recv.List[0].Names) == 1 {
		if star, ok := fn.Recv.List[0].Type.(*ast.StarExpr); ok {
			if id, ok := star.X.(*ast.Ident); ok {
				return id.Name
			}
		}
	}
	return "?"
}

func receiverName(fn *ast.FuncDecl) string { return fn.Recv.List[0].Names[0].Name }

// structure finds a struct type.
func (s *source) structure(name string) (*ast.StructType, error) {
	for _, d := range s.ast.Decls {
		if d, ok := d.(*ast.GenDecl); ok {
			for _, spec := range d.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok && t.Name.Name == name {
					if st, ok := t.Type.(*ast.StructType); ok {
						return st, nil
					}
				}
			}
		}
	}
	return nil, s.unknown("struct type %s not found", name)
}

// fieldType returns the type of a field, nil if there is no such field.
func fieldType(st *ast.StructType, name string) ast.Expr {
	for _, f := range st.Fields.List {
		for _, id := range f.Names {
			if id.Name == name {
				return f.Type
			}
		}
	}
	return nil
}

// imports makes sure that the file imports path as name, or under its own name
// if name is empty.
func (s *source) imports(name, path string) error {
	quoted := `"` + path + `"`
	for _, spec := range s.ast.Imports {
		if spec.Path.Value == quoted && (spec.Name == nil && name == "" || spec.Name != nil && spec.Name.Name == name) {
			return nil
		}
	}
	if len(s.ast.Imports) == 0 {
		return s.unknown("no imports found")
	}
	for _, d := range s.ast.Decls {
		if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.IMPORT && d.Lparen.IsValid() && len(d.Specs) > 0 {
			s.insert(d.Specs[len(d.Specs)-1].End(), strings.TrimRight("; "+name, " ")+" "+quoted)
			return nil
		}
	}
	return s.unknown("no import declaration with parentheses found")
}

// pragmas puts directives in the place of the last lines of the comment that
// stands right before fn.
func (s *source) pragmas(fn *ast.FuncDecl, directives ...string) error {
	n := len(directives)
	if fn.Doc == nil || len(fn.Doc.List) < n {
		return s.unknown("%s has no comment of %d lines before it", fn.Name.Name, n)
	}
	last := fn.Doc.List[len(fn.Doc.List)-n:]
	for i, c := range last {
		line := s.fset.Position(c.Pos()).Line
		if !strings.HasPrefix(c.Text, "// ") && c.Text != "//" || line != s.fset.Position(fn.Pos()).Line-n+i {
			return s.unknown("%s has no plain comment of %d lines before it", fn.Name.Name, n)
		}
		s.replace(c.Pos(), c.End(), directives[i])
	}
	return nil
}
