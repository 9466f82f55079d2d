package main

import (
	"cmp"
	"strings"

	"golang.org/x/tools/go/packages"
)

// loadMessage strips what go/packages adds in front of the go command's own
// words: the command it ran and the stream it read.
func loadMessage(s string) string {
	before, after, _ := strings.Cut(s, "stderr: ")
	s = cmp.Or(strings.TrimSpace(after), before)
	s = strings.TrimPrefix(s, "err: ")
	s = strings.TrimPrefix(s, "-: ")
	s = strings.TrimPrefix(s, "go: ")
	return oneLine(s)
}

// isTestMain reports whether p is the main package that go test generates: its
// only file is in the build cache, not in a directory of the package.
func isTestMain(p *packages.Package) bool {
	return p.Name == "main" && strings.HasSuffix(p.ID, ".test") && strings.HasSuffix(p.PkgPath, ".test")
}
