package core

import (
	"embed"
	"strings"
)

//go:embed *.go
var source embed.FS

// Source returns the files that the overlay carries, by name.
func Source() map[string][]byte {
	files := make(map[string][]byte)
	entries, err := source.ReadDir(".")
	if err != nil {
		panic(err) // embedded
	}
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, "host") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := source.ReadFile(name)
		if err != nil {
			panic(err)
		}
		files[name] = text
	}
	return files
}
