// Package passes holds the suite of lockvet's analyzers.
package passes

import (
	"golang.org/x/tools/go/analysis"

	"github.com/lockvet/lockvet/passes/badunlock"
	"github.com/lockvet/lockvet/passes/doublelock"
	"github.com/lockvet/lockvet/passes/holdwait"
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
