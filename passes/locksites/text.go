package locksites

import (
	_ "embed"
	"slices"
	"strings"
)

// LookupSource is the Go file with the function that looks up a key, for the
// run-time side.
//
//go:embed lookup.go
var LookupSource []byte

// Values of a table in text form that are no class.
const (
	// TextCaller stands for Caller.
	TextCaller = "^"
	// TextAmbiguous stands for Ambiguous, and for a file that several packages
	// have.
	TextAmbiguous = "?"
)

// AppendText appends the table to b in a form in which [Lookup] finds a site
// without any other data structure:
//
//	table = { line } .                sorted by their bytes
//	line  = key "\t" value "\n" .
//	key   = site                      an acquisition
//	      | site " " site             a call, and the place in the callee that it leads to
//	      | "~" directory "/" file .  a file with sites in function literals
//	site  = package "/" file ":" number .
//	value = class                     known
//	      | "^"                       the caller's: look for the calling frame, and this one
//	      | "?"                       ambiguous
//	      | package .                 of a file
//
// A package is an import path, of a command also "main"; a file is a base name,
// the directory of a key with "~" the last element of the path. A site with a
// space in its file's name is left out.
//
// How to find the class of a lock that a goroutine acquires: let f0 be the frame
// that called the method of sync.Mutex or sync.RWMutex, f1 the frame that called
// f0, and so on. The value of the key f0 is the class; if it is "^", that of
// "f1 f0" is; if that is "^" too, that of "f2 f1". A key that is missing is as
// good as "?". If f0 is missing, its function may be a literal that was inlined
// into another package together with the function around it: then the value of
// its file is the package that belongs in the key.
func (t *Table) AppendText(b []byte) []byte {
	lines := make([]string, 0, len(t.sites)+len(t.files))
	for k, v := range t.sites {
		key := k.place.String()
		if k.callee != "" {
			if strings.ContainsAny(k.callee, " \t\n") {
				continue
			}
			key += " " + k.callee
		}
		if !strings.ContainsAny(k.place.file, " \t\n") {
			lines = append(lines, key+"\t"+v.text())
		}
	}
	for file, pkg := range t.files {
		if pkg == "" {
			pkg = TextAmbiguous
		}
		if !strings.ContainsAny(file, "\t\n") {
			lines = append(lines, "~"+file+"\t"+pkg)
		}
	}
	slices.Sort(lines)
	for _, l := range lines {
		b = append(append(b, l...), '\n')
	}
	return b
}

// Files returns the files with sites in function literals: the package of each
// by its key in the text form, "" if several packages have such a file.
func (t *Table) Files() map[string]string {
	files := make(map[string]string, len(t.files))
	for file, pkg := range t.files {
		files["~"+file] = pkg
	}
	return files
}

func (v *verdict) text() string {
	switch v.kind {
	case Known:
		return v.class
	case Caller:
		return TextCaller
	}
	return TextAmbiguous
}

// Lookup returns the value of a key in a table in text form.
func Lookup(table, key string) (value string, ok bool) { return lookup(table, key) }

// FrameSite returns the site of a frame, as it stands in a table in text form,
// given what [runtime.Frame] says of the frame. It is "" if there is no package.
func FrameSite(function, file string, line int) string {
	buf := make([]byte, len(function)+len(file)+24)
	return string(buf[:putSite(buf, function, file, line)])
}

// FileKey returns the key of a frame's file in a table in text form.
func FileKey(file string) string {
	buf := make([]byte, len(file)+1)
	return string(buf[:putFile(buf, file)])
}
