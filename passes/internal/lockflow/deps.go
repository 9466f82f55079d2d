package lockflow

import (
	"errors"
	"slices"
	"strings"

	"github.com/lockvet/lockvet/lockgraph"
)

// Deps is the value of a flag that says in which other modules cycles are
// reported: true for all, false for none, or a list of their paths. It is no boolean
// flag, which the go command would not let have other values.
type Deps struct {
	all     bool
	modules []string
}

func (d *Deps) String() string {
	switch {
	case d == nil || !d.all && d.modules == nil:
		return "false"
	case d.all:
		return "true"
	}
	return strings.Join(d.modules, ",")
}

// Set reads the value of the flag.
func (d *Deps) Set(value string) error {
	switch value {
	case "true", "false":
		*d = Deps{all: value == "true"}
		return nil
	}
	modules := strings.Split(value, ",")
	if slices.ContainsFunc(modules, func(m string) bool { return m == "" || strings.ContainsAny(m, " \t*") }) {
		return errors.New("want true, false or module paths with commas between them")
	}
	*d = Deps{modules: modules}
	return nil
}

// reports reports whether a cycle that lies wholly in other modules is to be
// reported.
func (d *Deps) reports(c *lockgraph.Cycle) bool {
	return d.all || slices.ContainsFunc(c.Edges, func(e lockgraph.Edge) bool {
		return slices.ContainsFunc(d.modules, func(m string) bool { return within(e.Report.Pkg, m) })
	})
}

// within reports whether a package belongs to a module, by their paths.
func within(pkg, module string) bool {
	rest, ok := strings.CutPrefix(pkg, module)
	return ok && (rest == "" || rest[0] == '/')
}
