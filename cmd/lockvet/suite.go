package main

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/lockvet/lockvet/passes"
)

// selection is which analyzers the command line has turned on or off.
type selection map[*analysis.Analyzer]*triState

// addFlags defines the flags of the analyzers, as go vet -vettool has them.
func addFlags(fs *flag.FlagSet) selection {
	selected := make(selection)
	for _, a := range passes.Analyzers {
		sel := new(triState)
		selected[a] = sel
		fs.Var(sel, a.Name, fmt.Sprintf("run %s (naming one turns the others off)", a.Name))
		a.Flags.VisitAll(func(f *flag.Flag) {
			fs.Var(f.Value, a.Name+"."+f.Name, f.Usage)
		})
	}
	return selected
}

// choose applies the rule of go vet: if any analyzer was named true, only those
// run; otherwise all but those named false.
func (s selection) choose() ([]*analysis.Analyzer, error) {
	onlyTrue := false
	for _, sel := range s {
		onlyTrue = onlyTrue || *sel == setTrue
	}
	var keep []*analysis.Analyzer
	for _, a := range passes.Analyzers {
		if sel := *s[a]; sel == setTrue || sel == unset && !onlyTrue {
			keep = append(keep, a)
		}
	}
	if len(keep) == 0 {
		return nil, errors.New("every analyzer is turned off")
	}
	return keep, nil
}

// A triState is a boolean flag that knows whether it was set at all.
type triState int

const (
	unset triState = iota
	setTrue
	setFalse
)

func (t *triState) String() string {
	return strconv.FormatBool(t == nil || *t != setFalse)
}

func (t *triState) Set(value string) error {
	b, err := strconv.ParseBool(value)
	if err != nil {
		return errors.New("want true or false")
	}
	*t = setFalse
	if b {
		*t = setTrue
	}
	return nil
}

func (t *triState) IsBoolFlag() bool { return true }

// find returns the analyzer of that name, in whatever case, or nil.
func find(name string) *analysis.Analyzer {
	for _, a := range passes.Analyzers {
		if strings.EqualFold(a.Name, name) {
			return a
		}
	}
	return nil
}

func unknownAnalyzer(name string) error {
	var list []string
	for _, a := range passes.Analyzers {
		list = append(list, a.Name)
	}
	return fmt.Errorf("no analyzer is called %q; there are %s", name, strings.Join(list, ", "))
}
