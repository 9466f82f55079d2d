package lockflow

import (
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// A Driver is what the program that runs the analyzers does by itself, or does
// not tell them.
type Driver struct {
	// ReadsDirectives says that the driver applies //lint:ignore and reports the
	// directives that match nothing. It is then given every finding, and one more
	// for each acquisition that a directive takes out of all orders.
	ReadsDirectives bool

	// Modules are the paths of the user's own modules, for a driver that sets no
	// Module in a pass.
	Modules []string
}

// By is the driver at hand. It is set before anything is analysed.
var By Driver

// moduleOf returns the path of the module of a package, or the empty string if
// the driver does not tell.
func moduleOf(pass *analysis.Pass, pkgPath string) string {
	if m := pass.Module; m != nil {
		return m.Path
	}
	best := ""
	for _, m := range By.Modules {
		if within(pkgPath, m) && len(m) > len(best) {
			best = m
		}
	}
	return best
}

// Accepted reports, to a driver that reads directives, where the package takes
// acquisitions out of all orders by naming the analyzer of the pass: otherwise
// the directives there would seem to be without effect.
func (r *Result) Accepted(pass *analysis.Pass) {
	if !By.ReadsDirectives {
		return
	}
	for _, pos := range slices.Sorted(maps.Keys(r.directives.accepting)) {
		if r.directives.ignores(pos, pass.Analyzer.Name) {
			at := r.directives.standIn(pos, pass.Analyzer.Name)
			pass.Report(analysis.Diagnostic{Pos: at, Message: "orders of this acquisition are accepted"})
		}
	}
}

// noteAccepting notes that the directives for pos have taken an order away.
func (d *directives) noteAccepting(pos token.Pos) {
	if d.accepting == nil {
		d.accepting = make(map[token.Pos]bool)
	}
	d.accepting[pos] = true
}
