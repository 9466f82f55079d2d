package golangci

import (
	"slices"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/lockvet/lockvet/passes"
)

// Name is what the linter is called in the files and comments of golangci-lint.
const Name = "lockvet"

func init() { register.Plugin(Name, New) }

// A plugin is the suite as the settings want it.
type plugin struct{ analyzers []*analysis.Analyzer }

// New makes the linter from the settings of a configuration file. They are described
// in the package comment. If New returns an error, no flag has changed.
func New(conf any) (register.LinterPlugin, error) {
	s, err := read(passes.Analyzers, conf)
	if err != nil {
		return nil, err
	}
	if err := s.apply(); err != nil {
		return nil, err
	}
	p := new(plugin)
	for _, a := range passes.Analyzers {
		if s.runs(a) {
			p.analyzers = append(p.analyzers, alone(a))
		}
	}
	return p, nil
}

// BuildAnalyzers returns the analyzers that run.
func (p *plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return slices.Clone(p.analyzers), nil
}

// GetLoadMode asks for types, which all analyzers need.
func (p *plugin) GetLoadMode() string { return register.LoadModeTypesInfo }

// alone returns a like the analyzer whose findings come without their related
// places. Golangci-lint makes an issue of its own of each of these, so one finding
// would count as several, and a comment that silences it would leave the others. The
// messages name the places all the same.
func alone(a *analysis.Analyzer) *analysis.Analyzer {
	b := *a
	b.Run = func(pass *analysis.Pass) (any, error) {
		ours := *pass
		ours.Report = func(d analysis.Diagnostic) {
			d.Related = nil
			pass.Report(d)
		}
		return a.Run(&ours)
	}
	return &b
}
