package golangci

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// settings are those of a configuration file, with all names looked up.
type settings struct {
	suite           []*analysis.Analyzer
	enable, disable []*analysis.Analyzer
	flags           []setting // in the order in which they are set
}

// A setting is the value of one flag.
type setting struct {
	of    *analysis.Analyzer
	flag  *flag.Flag
	value string
}

// Settings that name analyzers, and none of them.
const (
	enableKey  = "enable"
	disableKey = "disable"
)

// read looks at all that can be known without setting a flag.
func read(suite []*analysis.Analyzer, conf any) (*settings, error) {
	top, ok := block(conf)
	if !ok {
		return nil, fmt.Errorf("the settings are %s, want %s", describe(conf), allowed(suite))
	}
	s := &settings{suite: suite}
	// In the order of the file nothing is known, and one of the alphabet gives the
	// same message each time. What is for all analyzers comes first, so that the
	// block of one has the last word.
	var own []setting
	for _, key := range slices.Sorted(maps.Keys(top)) {
		err := s.readKey(key, top[key], &own)
		if err != nil {
			return nil, err
		}
	}
	s.flags = append(s.flags, own...)
	return s, s.check()
}

func (s *settings) readKey(key string, value any, own *[]setting) (err error) {
	switch {
	case key == enableKey:
		s.enable, err = s.names(key, value)
	case key == disableKey:
		s.disable, err = s.names(key, value)
	case flagged(s.suite, key) != nil:
		err = s.readFlags(flagged(s.suite, key), value, own)
	case shared(s.suite, key) != nil:
		for _, a := range shared(s.suite, key) {
			if err = s.readFlag(a, key, key, value, &s.flags); err != nil {
				return err
			}
		}
	case find(s.suite, key) != nil:
		err = fmt.Errorf("%s has no flags, and so no settings; there is %s", key, allowed(s.suite))
	default:
		err = fmt.Errorf("unknown setting %q; there is %s", key, allowed(s.suite))
	}
	return err
}

// readFlags reads the block of one analyzer.
func (s *settings) readFlags(a *analysis.Analyzer, value any, own *[]setting) error {
	flags, ok := block(value)
	if !ok {
		return fmt.Errorf("%s is %s, want a block with %s", a.Name, describe(value), strings.Join(flagNames(a), ", "))
	}
	for _, key := range slices.Sorted(maps.Keys(flags)) {
		if err := s.readFlag(a, key, a.Name+"."+key, flags[key], own); err != nil {
			return err
		}
	}
	return nil
}

func (s *settings) readFlag(a *analysis.Analyzer, name, key string, value any, list *[]setting) error {
	f := lookup(a, name)
	if f == nil {
		return fmt.Errorf("%s has no flag %q; there is %s", a.Name, name, strings.Join(flagNames(a), ", "))
	}
	text, ok := format(value)
	if !ok {
		return fmt.Errorf("%s is %s, want a value or a list of values", key, describe(value))
	}
	*list = append(*list, setting{a, f, text})
	return nil
}

// names reads a list of analyzers.
func (s *settings) names(key string, value any) ([]*analysis.Analyzer, error) {
	v := reflect.ValueOf(value)
	if value == nil {
		return nil, nil
	}
	if v.Kind() != reflect.Slice {
		return nil, fmt.Errorf("%s is %s, want a list of analyzers", key, describe(value))
	}
	var list []*analysis.Analyzer
	for i := range v.Len() {
		name, ok := v.Index(i).Interface().(string)
		a := find(s.suite, name)
		if !ok || a == nil {
			return nil, fmt.Errorf("%s: no analyzer is called %s; there are %s", key, describe(v.Index(i).Interface()), analyzerNames(s.suite))
		}
		list = append(list, a)
	}
	return list, nil
}

// check looks at what the lists say together.
func (s *settings) check() error {
	for _, a := range s.enable {
		if slices.Contains(s.disable, a) {
			return fmt.Errorf("%s is both in enable and in disable", a.Name)
		}
	}
	if !slices.ContainsFunc(s.suite, s.runs) {
		return errors.New("every analyzer is disabled")
	}
	return nil
}

// runs reports whether an analyzer of the suite is wanted.
func (s *settings) runs(a *analysis.Analyzer) bool {
	if len(s.enable) > 0 {
		return slices.Contains(s.enable, a)
	}
	return !slices.Contains(s.disable, a)
}

// apply gives all flags of the suite their values, those of the settings or else
// their defaults: flags belong to the process, and an earlier call may have set
// them. If one refuses its value, all are as before.
func (s *settings) apply() error {
	var before []setting
	for _, a := range withRequired(s.suite) {
		a.Flags.VisitAll(func(f *flag.Flag) { before = append(before, setting{a, f, f.Value.String()}) })
	}
	var wanted []setting
	for _, b := range before {
		if b.value != b.flag.DefValue {
			wanted = append(wanted, setting{b.of, b.flag, b.flag.DefValue})
		}
	}
	for _, f := range append(wanted, s.flags...) {
		if err := f.flag.Value.Set(f.value); err != nil {
			for _, b := range before {
				b.flag.Value.Set(b.value) // it has had this value
			}
			return fmt.Errorf("%s.%s: %s", f.of.Name, f.flag.Name, oneLine(err, f))
		}
	}
	return nil
}

// oneLine says why a flag has refused a value. Of numbers and booleans, package flag
// says no more than "parse error".
func oneLine(err error, s setting) string {
	text := strings.Join(strings.Fields(err.Error()), " ")
	if text == "parse error" {
		text = "want " + kind(s.flag)
	}
	if strings.HasPrefix(text, "cannot use ") {
		return text
	}
	return fmt.Sprintf("cannot use %q: %s", s.value, text)
}

// kind names the sort of value that a flag takes.
func kind(f *flag.Flag) string {
	name, _ := flag.UnquoteUsage(f)
	if name == "" {
		return "true or false"
	}
	return "a value of type " + name
}

// block returns a block of the file; nothing is an empty one.
func block(value any) (map[string]any, bool) {
	if value == nil {
		return nil, true
	}
	v := reflect.ValueOf(value)
	if v.Kind() != reflect.Map {
		return nil, false
	}
	out := make(map[string]any)
	for key, val := range v.Seq2() {
		out[fmt.Sprint(key.Interface())] = val.Interface()
	}
	return out, true
}

// format writes a value as it would stand on a command line.
func format(value any) (string, bool) {
	v := reflect.ValueOf(value)
	switch {
	case !v.IsValid():
		return "", false
	case v.Kind() == reflect.Slice:
		var list []string
		for i := range v.Len() {
			elem := v.Index(i).Interface()
			text, ok := format(elem)
			if !ok || reflect.ValueOf(elem).Kind() == reflect.Slice {
				return "", false
			}
			list = append(list, text)
		}
		return strings.Join(list, ","), true
	case v.CanFloat(): // of a file in JSON, where all numbers are
		return strconv.FormatFloat(v.Float(), 'f', -1, 64), true
	case v.Kind() == reflect.String, v.Kind() == reflect.Bool, v.CanInt(), v.CanUint():
		return fmt.Sprint(value), true
	}
	return "", false
}

// describe names a value that is in the wrong place.
func describe(value any) string {
	switch reflect.ValueOf(value).Kind() {
	case reflect.Invalid:
		return "empty"
	case reflect.Map:
		return "a block"
	case reflect.Slice:
		return "a list"
	}
	if text, ok := value.(string); ok {
		return strconv.Quote(text)
	}
	return fmt.Sprint(value)
}
