package overlay

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/lockvet/lockvet/runtime/lockdep/internal/core"
)

// What the core needs inside a test binary.
//
//go:embed _detector/*.go
var detectorFiles embed.FS

// An Order is one that is not to be looked at: After may be acquired while
// Before is held, whatever other code does.
type Order struct{ Before, After string } // classes

// accepted are orders in the standard library that are safe for reasons which
// the acquisitions do not show.
var accepted = []Order{
	// The one is released under the other, which is held to acquire it only by
	// who has seen in a counter that it is free.
	{"syscall.ForkLock", "syscall.forkingLock"},
}

// Detector returns the files of lockvet's own detector, for [Make]. table says of
// which class the locks are that are acquired at each place, in the text form of
// package passes/locksites, and lookup is the Go file that finds something in it.
// They become part of the test binary, since locks are taken before a file could
// be read. Where the table says nothing, locks are followed, but make no orders.
// The orders are accepted besides some in the standard library.
func Detector(table, lookup []byte, orders []Order) (map[string][]byte, error) {
	files := make(map[string][]byte)
	for name, text := range core.Source() {
		files["lockdep_"+name] = text
	}
	entries, err := detectorFiles.ReadDir("_detector")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		text, err := detectorFiles.ReadFile(path.Join("_detector", e.Name()))
		if err != nil {
			return nil, err
		}
		files["lockdep_at_"+e.Name()] = text
	}
	files["lockdep_lookup.go"] = lookup
	files["lockdep_sites.go"] = sitesFile(table, orders)
	return files, nil
}

// sitesFile is the table as source, with a line for each accepted order.
func sitesFile(table []byte, orders []Order) []byte {
	lines := slices.Collect(strings.Lines(string(table)))
	for _, o := range slices.Concat(accepted, orders) {
		lines = append(lines, o.Before+" -> "+o.After+"\taccepted\n")
	}
	slices.Sort(lines)
	var b strings.Builder
	b.WriteString("package testdeps\n\nconst lockdepSites = \"\"")
	for _, line := range slices.Compact(lines) {
		fmt.Fprintf(&b, " +\n\t%q", line)
	}
	b.WriteString("\n")
	return []byte(b.String())
}
