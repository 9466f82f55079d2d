// Package passes holds the suite of lockvet's analyzers.
package passes

import (
	"golang.org/x/tools/go/analysis"

	"github.com/lockvet/lockvet/passes/badunlock"
	"github.com/lockvet/lockvet/passes/doublelock"
	"github.com/lockvet/lockvet/passes/holdwait"
	"github.com/lockvet/lockvet/passes/internal/lockflow"
	"github.com/lockvet/lockvet/passes/lockorder"
	"github.com/lockvet/lockvet/passes/missingunlock"
	"github.com/lockvet/lockvet/passes/recursiveread"
	"github.com/lockvet/lockvet/passes/trylockorder"
	"github.com/lockvet/lockvet/passes/trylockuse"
)

// Analyzers is the suite, in the order of the documentation.
var Analyzers = []*analysis.Analyzer{
	lockorder.Analyzer,
	trylockorder.Analyzer,
	trylockuse.Analyzer,
	holdwait.Analyzer,
	badunlock.Analyzer,
	missingunlock.Analyzer,
	recursiveread.Analyzer,
	doublelock.Analyzer,
}

// UnderStaticcheck prepares the suite for a driver that is built on
// honnef.co/go/tools/lintcmd. Such a driver applies //lint:ignore itself and
// reports those that match nothing, so the analyzers leave that to it; and it
// does not tell them which module a package belongs to, so it names the paths of
// the user's own. Call it before anything is analysed.
func UnderStaticcheck(modules []string) {
	lockflow.By = lockflow.Driver{ReadsDirectives: true, Modules: modules}
}
