package locksites

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// find is lookup, line by line.
func find(table, key string) (string, bool) {
	for line := range strings.Lines(table) {
		if k, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t"); ok && k == key {
			return value, true
		}
	}
	return "", false
}

func sampleTable() *Table {
	t := &Table{sites: make(map[siteKey]*verdict), files: make(map[string]string)}
	for i, file := range []string{"a.go", "b.go", "aa.go", "a b.go"} {
		for line := range 25 {
			at := place{"example.com/p", file, line * line}
			t.note(at, "", verdict{Known, fmt.Sprintf("p.T.mu%d", line)})
			if line%3 == i {
				t.note(at, "sync/once.go:69", verdict{kind: Caller})
				t.note(at, "sync/cond.go:72", verdict{kind: Ambiguous})
			}
		}
	}
	t.noteFile("example.com/p", "/src/p@v1.2.3", "a.go")
	t.noteFile("example.com/q/p", "/src/q/p", "a.go")
	t.noteFile("example.com/r", "/src/p", "b.go")
	return t
}

func TestText(t *testing.T) {
	table := sampleTable()
	text := string(table.AppendText([]byte("before\n")))
	text, ok := strings.CutPrefix(text, "before\n")
	if !ok {
		t.Fatal("what was there is gone")
	}
	if lines := strings.SplitAfter(text, "\n"); !slices.IsSorted(lines[:len(lines)-1]) {
		t.Error("the lines are not sorted")
	}
	for _, s := range table.Sites() {
		key := strings.TrimSpace(fmt.Sprintf("%s/%s:%d %s", s.Pkg, s.File, s.Line, s.Callee))
		want := map[Kind]string{Known: s.Class, Caller: "^", Ambiguous: "?"}[s.Kind]
		got, ok := Lookup(text, key)
		if spaced := strings.Contains(s.File, " "); ok == spaced || ok && got != want {
			t.Errorf("%s: got %q, %v, want %q", key, got, ok, want)
		}
	}
	files := map[string]string{"~p@v1.2.3/a.go": "example.com/p", "~p/a.go": "", "~p/b.go": "example.com/r", "~r/b.go": "example.com/r"}
	if got := table.Files(); !maps.Equal(got, files) {
		t.Errorf("files %v, want %v", got, files)
	}
	for file, want := range files {
		if want == "" {
			want = "?"
		}
		if got, _ := Lookup(text, file); got != want {
			t.Errorf("%s: got %q, want %q", file, got, want)
		}
	}
}

func FuzzLookup(f *testing.F) {
	f.Add("", "a")
	f.Add("a\tb\n", "a")
	f.Add("a\tb\na b\tc\nb\t\n", "b")
	f.Add("x\ta\n\n\ty", "x")
	f.Add("x", "x")
	text := string(sampleTable().AppendText(nil))
	for _, key := range []string{"", "\t", "\n", "~", "~p/a.go", "example.com/p/a.go:4", "example.com/p/a.go:4 sync/once.go:69", "z", "example.com/p/b.go:57"} {
		f.Add(text, key)
	}
	f.Fuzz(func(t *testing.T, text, key string) {
		got, ok := lookup(text, key) // never panics
		lines := make(map[string]string)
		for line := range strings.Lines(text) {
			if k, v, tab := strings.Cut(strings.TrimSuffix(line, "\n"), "\t"); tab {
				lines[k] = v
			}
		}
		var sorted []string
		for k, v := range lines {
			sorted = append(sorted, k+"\t"+v+"\n")
		}
		slices.Sort(sorted)
		text = strings.Join(sorted, "")
		if strings.ContainsAny(key, "\t\n") {
			return // no key
		}
		got, ok = lookup(text, key)
		if want, exists := find(text, key); got != want || ok != exists {
			t.Errorf("got %q, %v, want %q, %v, for %q in\n%s", got, ok, want, exists, key, text)
		}
		for k := range lines {
			if v, ok := lookup(text, k); !ok || v != lines[k] {
				t.Errorf("got %q, %v, want %q, for %q in\n%s", v, ok, lines[k], k, text)
			}
		}
	})
}

// escape writes an import path the way the compiler does in the names of
// functions (cmd/internal/objabi.PathToPrefix).
func escape(path string) string {
	var b strings.Builder
	slash := strings.LastIndexByte(path, '/')
	for i := range len(path) {
		if c := path[i]; c <= ' ' || c == '.' && i > slash || c == '%' || c == '"' || c >= 0x7F {
			fmt.Fprintf(&b, "%%%02x", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

func TestFrameSite(t *testing.T) {
	for _, test := range []struct{ function, file, want string }{
		{"net/http.(*Server).Serve", "/usr/lib/go/src/net/http/server.go", "net/http/server.go:12"},
		{"main.main", "/home/x/main.go", "main/main.go:12"},
		{"main.main.func1.2", "main.go", "main/main.go:12"},
		{"example.com/a/b.F.func1", "example.com/a/b@v1.0.0/f.go", "example.com/a/b/f.go:12"},
		{"gopkg.in/yaml%2ev3.(*Decoder).Decode", "/m/yaml.v3/d.go", "gopkg.in/yaml.v3/d.go:12"},
		{"example%2ecom.F", "/m/f.go", "example.com/f.go:12"},
		{"example%2ecom_test.TestF", "/m/f_test.go", "example.com_test/f_test.go:12"},
		{"p.(*T[...]).M", "t.go", "p/t.go:12"},
		{"a/b.F[example.com/c/d.T]", "t.go", "a/b/t.go:12"},
		{"a/b.glob..func1", "t.go", "a/b/t.go:12"},
		{"a/b.F-range1", "t.go", "a/b/t.go:12"},
		{"_cgoexp", "t.go", ""},
		{"", "", ""},
	} {
		if got := FrameSite(test.function, test.file, 12); got != test.want {
			t.Errorf("%s: got %q, want %q", test.function, got, test.want)
		}
	}
	for _, line := range []int{0, 9, 10, 99, 100, 12345678} {
		if got, want := FrameSite("p.F", "f.go", line), (place{"p", "f.go", line}).String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestFileKey(t *testing.T) {
	for file, want := range map[string]string{
		"/src/net/http/server.go": "~http/server.go", "http/server.go": "~http/server.go", "server.go": "~server.go", "/server.go": "~/server.go", "": "~",
	} {
		if got := FileKey(file); got != want {
			t.Errorf("%s: got %q, want %q", file, got, want)
		}
	}
}

// FuzzPut checks that what is written into a buffer is right, or nothing is.
func FuzzPut(f *testing.F) {
	f.Add("gopkg.in/yaml.v3", "F.func1", "/src/a.go", 12, 30)
	f.Add("a/b%c\"d", "(*T[...]).M", "a.go", 0, 64)
	f.Fuzz(func(t *testing.T, path, name, file string, line, size int) {
		if path == "" || line < 0 || strings.ContainsAny(path, "([") || strings.HasSuffix(path, "/") || strings.Contains(name, "/") {
			return
		}
		function := escape(path) + "." + name
		want := path + "/" + file[strings.LastIndexByte(file, '/')+1:] + fmt.Sprintf(":%d", line)
		if got := FrameSite(function, file, line); got != want {
			t.Errorf("%s: got %q, want %q", function, got, want)
		}
		buf := make([]byte, min(max(size, 0), 1000))
		if n := putSite(buf, function, file, line); n != 0 && string(buf[:n]) != want || n == 0 && len(want) <= len(buf) {
			t.Errorf("%s: got %q in %d bytes, want %q", function, buf[:n], len(buf), want)
		}
		if n := putFile(buf, file); n != 0 && string(buf[:n]) != FileKey(file) || n == 0 && len(FileKey(file)) <= len(buf) {
			t.Errorf("%s: got %q in %d bytes", file, buf[:n], len(buf))
		}
	})
}

func TestLookupAllocates(t *testing.T) {
	text := string(sampleTable().AppendText(nil))
	buf := make([]byte, 100)
	n := testing.AllocsPerRun(100, func() {
		putSite(buf, "example.com/p.F", "/src/p/a.go", 16)
		putFile(buf, "/src/p/a.go")
		lookup(text, "example.com/p/a.go:16 sync/once.go:69")
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}
