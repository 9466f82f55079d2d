// Package docs cuts an analyzer's manual out of its doc.go.
package docs

import (
	"fmt"
	"strings"
)

// Text returns the documentation of the analyzer called name: the part of the
// package comment in source below the heading "Analyzer name", with the
// "name: " that begins it taken off.
func Text(source, name string) string {
	comment, _, ok := strings.Cut(source, "\npackage ")
	if !ok {
		panic("docs: no package clause in the documentation of " + name)
	}
	lines := strings.Split(comment, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimPrefix(strings.TrimPrefix(l, "//"), " ")
	}
	_, text, ok := strings.Cut(strings.Join(lines, "\n"), "# Analyzer "+name+"\n")
	if !ok {
		panic(fmt.Sprintf("docs: no heading %q", "# Analyzer "+name))
	}
	text = strings.TrimSpace(text)
	summary, found := strings.CutPrefix(text, name+": ")
	if !found {
		panic("docs: the documentation of " + name + " does not begin with its name")
	}
	return summary
}
