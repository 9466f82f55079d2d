package main

import (
	"slices"
	"strings"
	"testing"
)

// TestTestArgs reads command lines of lockvet test. What is left of them is what
// go test gets.
func TestTestArgs(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		args     string
		left     string
		patterns string
	}{
		{"", "", ""},
		{"./...", "./...", "./..."},
		{"-v ./a ./b -run X", "-v ./a ./b -run X", "./a ./b"},
		{"-run X ./a", "-run X ./a", "./a"},
		{"-run=X ./a -short b c", "-run=X ./a -short b c", "./a"},
		{"--run X ./a", "--run X ./a", "./a"},
		{"-test.run X ./a", "-test.run X ./a", "./a"},
		{"-race -mode=warn ./a", "./a", "./a"},
		{"./a --race=false -mode warn -v", "./a -v", "./a"},
		{"-graph g.json -C dir -print-overlay ./a", "./a", "./a"},
		{"-accept a->b ./a -accept=c->d", "./a", "./a"},
		{"-tags one,two ./a", "./a", "./a"},
		{"./a -args -race -mode=odd -overlay=x", "./a -args -race -mode=odd -overlay=x", "./a"},
		{"./a -- -race", "./a -- -race", "./a"},
		{"-own ./a -race ./b", "-own ./a ./b", ""},
		{"-own=1 -race ./a -race", "-own=1 ./a -race", ""},
		{"./a -own value -race", "./a -own value", "./a"},
		{"./a -own value more -race", "./a -own value more -race", "./a"},
		{"./a -v word -race", "./a -v word -race", "./a"},
		{"-run -race ./a", "-run -race ./a", "./a"},
		{"./a -coverpkg ./...,./x/...", "./a -coverpkg ./...,./x/...", "./a"},
		{"test -c -o x", "test -c -o x", "test"},
		{"- ./a", "- ./a", "- ./a"},
	} {
		o, err := parseTestArgs(strings.Fields(tt.args))
		if err != nil {
			t.Errorf("%s: %v", tt.args, err)
			continue
		}
		if got := strings.Join(o.args, " "); got != tt.left {
			t.Errorf("%s: go test gets %q, want %q", tt.args, got, tt.left)
		}
		if got := strings.Join(o.patterns, " "); got != tt.patterns {
			t.Errorf("%s: packages %q, want %q", tt.args, got, tt.patterns)
		}
	}
}

// TestTestFlags reads what lockvet test needs to know, from the command line and
// from GOFLAGS.
func TestTestFlags(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		args, goflags string
		want          string
	}{
		{"", "", "race=default"},
		{"-race", "", "race=true"},
		{"-race=0 ./a", "", "race=false"},
		{"-race=false ./a -race", "", "race=true"},
		{"./a --race=f", "-race", "race=false"},
		{"", "-race=false", "race=false"},
		{"-count=3", "", "race=default count"},
		{"./a -count 3", "", "race=default count"},
		{"./a -test.count=3", "", "race=default count"},
		{"./a -args -count=3", "", "race=default"},
		{"", "-count=3", "race=default count"},
		{"-msan", "", "race=default sanitizer"},
		{"-asan=false", "-v", "race=default"},
		{"-tags=a -tags=b,c", "-tags=d", "race=default tags=b,c"},
		{"", "-tags=d,e", "race=default tags=d,e"},
		{"-tags=", "-tags=d", "race=default"},
		{"", `-v '-tags=d e' "-ldflags=-X 'a=b'" -race`, "race=true tags=d,e"},
	} {
		o, err := parseTestArgs(strings.Fields(tt.args))
		if err != nil {
			t.Errorf("%s: %v", tt.args, err)
			continue
		}
		env, err := goflags(tt.goflags)
		if err != nil {
			t.Errorf("%s: %v", tt.goflags, err)
			continue
		}
		f := o.flags.under(*env)
		got := "race=" + map[triState]string{unset: "default", setTrue: "true", setFalse: "false"}[f.race]
		if f.count {
			got += " count"
		}
		if f.sanitizer {
			got += " sanitizer"
		}
		if len(f.tags) > 0 {
			got += " tags=" + strings.Join(f.tags, ",")
		}
		if got != tt.want {
			t.Errorf("%q under %q: %s, want %s", tt.goflags, tt.args, got, tt.want)
		}
	}
	if _, err := goflags("-v '-tags=a"); err == nil {
		t.Error("an open quote in GOFLAGS is accepted")
	}
}

// TestGoArgs checks what is added for go test.
func TestGoArgs(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ args, want string }{
		{"-race ./a", "test -overlay=O -tags=lockdep_overlay -race=true -count=1 ./a"},
		{"-race=false -tags=x ./a -count=2", "test -overlay=O -tags=x,lockdep_overlay -race=false ./a -count=2"},
		{"-msan -tags=lockdep_overlay", "test -overlay=O -tags=lockdep_overlay -race=false -count=1 -msan"},
	} {
		o, err := parseTestArgs(strings.Fields(tt.args))
		if err != nil {
			t.Errorf("%s: %v", tt.args, err)
			continue
		}
		r := &testRun{opts: o, flags: o.flags, overlay: "O"}
		r.race = r.chooseRace()
		if got := strings.Join(r.goArgs(), " "); got != tt.want {
			t.Errorf("%s becomes %s, want %s", tt.args, got, tt.want)
		}
	}
}

func TestMatches(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string]bool{
		"sync": true, "sync/...": true, "...": true, "s...": true, "std": true, "all": true,
		"./...": false, "sync/atomic": false, "example.com/sync": false, "sync2": false, "a(": false, ".": false,
	} {
		if matches(pattern, "sync") != want {
			t.Errorf("%q matches sync: %t, want %t", pattern, !want, want)
		}
	}
}

func TestSplitReports(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		want []string
		rest string
	}{
		{"", nil, ""},
		{"LOCKDEP: a\n  b\n\n", []string{"LOCKDEP: a\n  b"}, ""},
		{"LOCKDEP: a\n  b\n\n  c\n\nLOCKDEP: d", []string{"LOCKDEP: a\n  b\n\n  c", "LOCKDEP: d"}, ""},
		{"oops\nLOCKDEP: a\n", []string{"LOCKDEP: a"}, "oops"},
		{"oops\n", nil, "oops"},
	} {
		list, rest := splitReports(tt.text)
		if !slices.Equal(list, tt.want) || rest != tt.rest {
			t.Errorf("%q: %q and %q, want %q and %q", tt.text, list, rest, tt.want, tt.rest)
		}
	}
}
