package golangci

import (
	"flag"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// withRequired returns the suite and all that it requires, each once.
func withRequired(suite []*analysis.Analyzer) []*analysis.Analyzer {
	list := slices.Clone(suite)
	for i := 0; i < len(list); i++ {
		for _, r := range list[i].Requires {
			if !slices.Contains(list, r) {
				list = append(list, r)
			}
		}
	}
	return list
}

// find returns the analyzer of the suite with that name, or nil. Golangci-lint
// knows no case of letters in keys.
func find(suite []*analysis.Analyzer, name string) *analysis.Analyzer {
	for _, a := range suite {
		if strings.EqualFold(a.Name, name) {
			return a
		}
	}
	return nil
}

// flagged returns the analyzer with that name if it can have a block, which those
// can as well that the suite requires.
func flagged(suite []*analysis.Analyzer, name string) *analysis.Analyzer {
	if a := find(withRequired(suite), name); a != nil && len(flagNames(a)) > 0 {
		return a
	}
	return nil
}

// shared returns the analyzers that have the flag, if there are several: it can be
// set for all of them at once.
func shared(suite []*analysis.Analyzer, name string) []*analysis.Analyzer {
	with := slices.DeleteFunc(withRequired(suite), func(a *analysis.Analyzer) bool { return lookup(a, name) == nil })
	if len(with) < 2 {
		return nil
	}
	return with
}

func lookup(a *analysis.Analyzer, name string) (found *flag.Flag) {
	a.Flags.VisitAll(func(f *flag.Flag) {
		if strings.EqualFold(f.Name, name) {
			found = f
		}
	})
	return found
}

// flagNames returns the names of the flags of a, in the order of the alphabet.
func flagNames(a *analysis.Analyzer) []string {
	var names []string
	a.Flags.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	return names
}

func analyzerNames(suite []*analysis.Analyzer) string {
	var names []string
	for _, a := range suite {
		names = append(names, a.Name)
	}
	return strings.Join(names, ", ")
}

// allowed lists the settings that there are.
func allowed(suite []*analysis.Analyzer) string {
	keys := []string{enableKey, disableKey}
	for _, a := range withRequired(suite) {
		for _, name := range flagNames(a) {
			if !slices.Contains(keys, name) && len(shared(suite, name)) > 0 {
				keys = append(keys, name)
			}
		}
	}
	var blocks []string
	for _, a := range withRequired(suite) {
		if len(flagNames(a)) > 0 {
			blocks = append(blocks, a.Name)
		}
	}
	return strings.Join(keys, ", ") + ", and a block for each of " + strings.Join(blocks, ", ")
}
