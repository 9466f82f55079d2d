package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lockvet/lockvet/runtime/lockdep/overlay"
)

// testOptions is a parsed command line of lockvet test.
type testOptions struct {
	help         bool
	printOverlay bool
	dir          string // -C
	mode         string // -mode, "" if not given
	graph        string // -graph
	accept       []overlay.Order

	args     []string // for go test: all but the flags above, -race and -tags
	patterns []string // the packages among them
	flags    testFlags
}

// testFlags is what lockvet test has to know of the flags for the go command,
// from its command line and from GOFLAGS.
type testFlags struct {
	race      triState
	tags      []string
	tagged    bool // -tags is there
	count     bool // -count is there
	sanitizer bool // -msan or -asan is on: there can be only one
	overlay   bool
	cover     bool
	coverpkg  string
}

// argKind says how a flag takes its value.
type argKind int

const (
	unknownFlag argKind = iota // for the test binary, with or without a value
	boolFlag                   // -x, -x=false
	valueFlag                  // -x value, -x=value
)

// ownFlags are those that go test does not have, or that it gets changed.
var ownFlags = map[string]argKind{
	"C": valueFlag, "mode": valueFlag, "graph": valueFlag, "accept": valueFlag,
	"print-overlay": boolFlag, "race": boolFlag, "tags": valueFlag,
}

// goTestFlags are the other flags that go test knows.
var goTestFlags = flagKinds(
	`a artifacts asan benchmem buildvcs c cover failfast fullpath json linkshared
	modcacherw msan n short trimpath v work x`,
	`asmflags bench benchtime blockprofile blockprofilerate buildmode compiler
	count covermode coverpkg coverprofile cpu cpuprofile debug-actiongraph
	debug-runtime-trace debug-trace exec fuzz fuzzminimizetime fuzztime
	gccgoflags gcflags installsuffix ldflags list memprofile memprofilerate mod
	modfile mutexprofile mutexprofilefraction o outputdir overlay p parallel pgo
	pkgdir run shuffle skip timeout toolexec trace vet`)

func flagKinds(bools, values string) map[string]argKind {
	kinds := make(map[string]argKind)
	for _, name := range strings.Fields(bools) {
		kinds[name] = boolFlag
	}
	for _, name := range strings.Fields(values) {
		kinds[name] = valueFlag
	}
	return kinds
}

// parseTestArgs reads the command line by the rules of go test: flags may stand
// before and after one list of packages, a flag that is not known is for the
// test binary, and so is all that follows -args, or a word that can be neither
// a package nor a value.
func parseTestArgs(args []string) (*testOptions, error) {
	o := &testOptions{}
	listed := false  // the list of packages is complete
	inList := false  // the word before was part of it
	perhaps := false // the word before was an unknown flag without a value
	for len(args) > 0 {
		arg := args[0]
		if !isFlag(arg) {
			switch {
			case inList || !listed:
				o.patterns = append(o.patterns, arg)
				inList, listed = true, true
			case !perhaps:
				return o, o.finish(args)
			}
			perhaps = false
			o.args, args = append(o.args, arg), args[1:]
			continue
		}
		inList = false
		name, value, given := splitFlag(arg)
		switch {
		case arg == "--" || name == "args" && !given:
			return o, o.finish(args)
		case name == "" || strings.HasPrefix(name, "-"):
			return nil, fmt.Errorf("bad flag syntax: %s", arg)
		case name == "h" || name == "help":
			o.help = true
			return o, nil
		}
		kind := kindOf(name)
		if kind == unknownFlag {
			listed, perhaps = true, !given
			o.args, args = append(o.args, arg), args[1:]
			continue
		}
		used := 1
		perhaps = false
		if kind == valueFlag && !given {
			if len(args) < 2 {
				return nil, fmt.Errorf("flag -%s needs a value", name)
			}
			value, used = args[1], 2
		} else if !given {
			value = "true"
		}
		keep, err := o.set(name, value)
		if err != nil {
			return nil, err
		}
		if keep {
			o.args = append(o.args, args[:used]...)
		}
		args = args[used:]
	}
	return o, o.finish(nil)
}

func isFlag(arg string) bool { return len(arg) > 1 && arg[0] == '-' }

// splitFlag takes -name, --name, -name=value or --name=value apart.
func splitFlag(arg string) (name, value string, given bool) {
	arg = strings.TrimPrefix(arg[1:], "-")
	return strings.Cut(arg, "=")
}

// kindOf looks up a flag. Those for the test binary have a second name.
func kindOf(name string) argKind {
	if kind, ok := ownFlags[name]; ok {
		return kind
	}
	return goTestFlags[strings.TrimPrefix(name, "test.")]
}

// set takes note of a flag that is known, and reports whether go test gets it
// as it stands.
func (o *testOptions) set(name, value string) (keep bool, err error) {
	switch name {
	case "C":
		o.dir = value
	case "graph":
		o.graph = value
	case "mode":
		if value != modeWarn && value != modeFail {
			return false, fmt.Errorf("-mode is %s or %s, not %q (a flag of the test binary goes after -args)", modeWarn, modeFail, value)
		}
		o.mode = value
	case "accept":
		order, err := parseOrder(value)
		o.accept = append(o.accept, order)
		return false, err
	case "print-overlay":
		if o.printOverlay, err = strconv.ParseBool(value); err != nil {
			return false, errors.New("-print-overlay is true or false, not " + strconv.Quote(value))
		}
	default:
		return o.flags.set(name, value)
	}
	if value == "" {
		return false, fmt.Errorf("flag -%s needs a value", name)
	}
	return false, nil
}

// parseOrder reads the value of -accept: two classes, as reports name them.
func parseOrder(value string) (overlay.Order, error) {
	before, after, _ := strings.Cut(value, "->")
	order := overlay.Order{Before: strings.TrimSpace(before), After: strings.TrimSpace(after)}
	if order.Before == "" || order.After == "" || strings.Contains(after, "->") || strings.ContainsAny(value, "\t\n") {
		return order, fmt.Errorf("-accept is one order of two locks as a report names them, such as 'a.T.mu -> b.mu', not %q", value)
	}
	return order, nil
}

// set takes note of a flag of the go command.
func (f *testFlags) set(name, value string) (keep bool, err error) {
	on, _ := strconv.ParseBool(value)
	switch strings.TrimPrefix(name, "test.") {
	case "race":
		if f.race.Set(value) != nil {
			return false, fmt.Errorf("-race is true or false, not %q", value)
		}
		return false, nil
	case "tags":
		// The go command still accepts spaces between tags.
		f.tags = strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' })
		f.tagged = true
		return false, nil
	case "count":
		f.count = true
	case "msan", "asan":
		f.sanitizer = f.sanitizer || on
	case "overlay":
		f.overlay = true
	case "cover":
		f.cover = f.cover || on
	case "covermode", "coverprofile":
		f.cover = true
	case "coverpkg":
		f.cover, f.coverpkg = true, value
	}
	return true, nil
}

// finish adds the arguments that are for the test binary.
func (o *testOptions) finish(rest []string) error {
	o.args = append(o.args, rest...)
	return o.flags.check(o.patterns)
}

// check refuses what cannot work with an overlay.
func (f *testFlags) check(patterns []string) error {
	if f.overlay {
		return errors.New("-overlay cannot be used: lockvet test needs an overlay of its own, and the go command takes one")
	}
	if !f.cover {
		return nil
	}
	what, list := "the coverage of", patterns
	if f.coverpkg != "" {
		what, list = "-coverpkg", strings.Split(f.coverpkg, ",")
	}
	for _, p := range list {
		if slices.ContainsFunc([]string{"runtime", "sync"}, func(pkg string) bool { return matches(p, pkg) }) {
			return fmt.Errorf("%s %s cannot be measured: lockvet test changes packages sync and runtime, and the go command cannot measure changed packages (golang.org/issue/73802)", what, p)
		}
	}
	return nil
}

// matches reports whether the pattern of packages includes one of the standard
// library. All does if anything does.
func matches(pattern, pkg string) bool {
	if pattern == "std" || pattern == "all" {
		return true
	}
	re := regexp.QuoteMeta(pattern)
	re = strings.ReplaceAll(re, `\.\.\.`, `.*`)
	re = strings.Replace(re, `/.*`, `(/.*)?`, 1)
	ok, err := regexp.MatchString("^(?:"+re+")$", pkg)
	return ok && err == nil
}

// goflags reads the flags in the environment variable GOFLAGS: a list of words,
// which may be quoted.
func goflags(s string) (*testFlags, error) {
	f := &testFlags{}
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		end := strings.IndexAny(s, " \t\r\n")
		word, rest := s, ""
		if q := s[0]; q == '\'' || q == '"' {
			end = strings.IndexByte(s[1:], q)
			if end < 0 {
				return nil, errors.New("GOFLAGS: a quote is not closed")
			}
			word, rest = s[1:1+end], s[1+end+1:]
		} else if end >= 0 {
			word, rest = s[:end], s[end:]
		}
		s = rest
		if !isFlag(word) {
			continue // the go command will complain
		}
		name, value, given := splitFlag(word)
		if !given {
			value = "true"
		}
		if _, err := f.set(name, value); err != nil {
			return nil, fmt.Errorf("GOFLAGS: %w", err)
		}
	}
	if f.overlay {
		return nil, errors.New("GOFLAGS has -overlay, which cannot be used: lockvet test needs an overlay of its own")
	}
	return f, nil
}

// under returns the flags of a command line with those of GOFLAGS, which it
// overrides, under it.
func (f testFlags) under(env testFlags) testFlags {
	if f.race == unset {
		f.race = env.race
	}
	if !f.tagged {
		f.tags = env.tags
	}
	if f.coverpkg == "" {
		f.coverpkg = env.coverpkg
	}
	f.count = f.count || env.count
	f.sanitizer = f.sanitizer || env.sanitizer
	f.cover = f.cover || env.cover
	return f
}
