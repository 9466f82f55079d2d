package graphpage

import (
	"strings"

	"github.com/lockvet/lockvet/lockgraph"
)

// packageNames knows the import paths that the places of a graph name. The
// name of a class alone does not tell where its import path ends: the last
// element of the path may have dots, as in gopkg.in/yaml.v3.
type packageNames map[string]bool

func packagesOf(g *lockgraph.Graph) packageNames {
	known := make(packageNames)
	add := func(sites ...lockgraph.Site) {
		for _, s := range sites {
			if s.Pkg != "" {
				known[s.Pkg] = true
			}
		}
	}
	for _, e := range g.Edges() {
		add(e.Held, e.Site, e.Report)
		add(e.Calls...)
	}
	for _, c := range g.Classes() {
		for _, w := range c.Writers {
			add(w.Site)
		}
	}
	return known
}

// of returns the import path that the class name begins with, or "".
func (known packageNames) of(class string) string {
	path := class
	if i := strings.IndexAny(path, "[("); i >= 0 {
		path = path[:i]
	}
	base := strings.LastIndexByte(path, '/') + 1
	first := strings.IndexByte(path[base:], '.')
	if first < 0 {
		return ""
	}
	first += base
	for end := len(path); ; {
		end = strings.LastIndexByte(path[:end], '.')
		if end <= first {
			return path[:first]
		}
		if known[path[:end]] {
			return path[:end]
		}
	}
}
