package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"github.com/lockvet/lockvet/passes/locksites"
	"github.com/lockvet/lockvet/runtime/lockdep/overlay"
)

// The environment variables by which lockvet test and the detector in the test
// binaries talk.
const (
	envMode  = "LOCKDEP"       // what a report does
	envGraph = "LOCKDEP_GRAPH" // the directory for reports and observed orders
	envBrief = "LOCKDEP_BRIEF" // where a report is made only its title is printed
)

// The values of LOCKDEP.
const (
	modeWarn = "warn"
	modeFail = "fail"
	modeOff  = "off"
)

// overlayTag tells package runtime/lockdep that the overlay is there.
const overlayTag = "lockdep_overlay"

// goEnv is what lockvet test asks the go command.
type goEnv struct {
	GOROOT, GOMODCACHE, GOFLAGS string
}

// testRun is one run of go test.
type testRun struct {
	opts    *testOptions
	flags   testFlags
	env     goEnv
	goroot  string // the name under which the toolchain has the overlay
	overlay string
	tmp     string // for this run only
	dir     string // LOCKDEP_GRAPH: tmp, or what the user wants to keep
	mode    string
	race    bool

	stdout, stderr io.Writer
}

// runTest is lockvet test. It returns the exit status.
func runTest(args []string, stdout, stderr io.Writer) int {
	status, err := tryTest(args, stdout, stderr)
	if err == nil {
		return status
	}
	return failSub(stderr, err)
}

func tryTest(args []string, stdout, stderr io.Writer) (int, error) {
	opts, err := parseTestArgs(args)
	if err != nil {
		return 0, usageError{fmt.Errorf("%w (lockvet help test explains)", err)}
	}
	if opts.help {
		io.WriteString(stdout, testHelp)
		return exitClean, nil
	}
	r := &testRun{opts: opts, stdout: stdout, stderr: stderr}
	if r.mode, err = chooseMode(opts.mode); err != nil {
		return 0, err
	}
	if err := enter(opts.dir); err != nil {
		return 0, err
	}
	if opts.graph != "" {
		// Better now than after all tests have run.
		if _, err := os.Stat(filepath.Dir(opts.graph)); err != nil {
			return 0, usageError{fmt.Errorf("-graph: %w", err)}
		}
	}
	if err := r.ask(); err != nil {
		return 0, err
	}
	r.race = r.chooseRace()
	if r.tmp, err = os.MkdirTemp("", "lockvet-test-"); err != nil {
		return 0, err
	}
	defer os.RemoveAll(r.tmp)
	if err := r.makeOverlay(); err != nil {
		return 0, err
	}
	if opts.printOverlay {
		fmt.Fprintln(stdout, r.overlay)
		if r.goroot != r.env.GOROOT {
			fmt.Fprintf(stderr, "lockvet: the overlay is for %s, with GOROOT set to %s\n", r.gocmd(), r.goroot)
		}
		return exitClean, nil
	}
	debug.FreeOSMemory() // all sources were read, and others need it now
	return r.run()
}

// chooseMode returns the mode: the flag, else LOCKDEP, else fail.
func chooseMode(flag string) (string, error) {
	if flag != "" {
		return flag, nil
	}
	switch mode := os.Getenv(envMode); mode {
	case "":
		return modeFail, nil
	case modeWarn, modeFail, modeOff:
		return mode, nil
	default:
		return "", usageError{fmt.Errorf("%s is %q, want %s, %s or %s", envMode, mode, modeWarn, modeFail, modeOff)}
	}
}

// ask finds out which toolchain go test will use and what GOFLAGS says.
func (r *testRun) ask() error {
	out, err := exec.Command("go", "env", "-json", "GOROOT", "GOMODCACHE", "GOFLAGS").Output()
	if err != nil {
		if exit, ok := errors.AsType[*exec.ExitError](err); ok && len(exit.Stderr) > 0 {
			return errors.New(strings.TrimPrefix(string(exit.Stderr), "go: "))
		}
		return fmt.Errorf("go env: %w", err)
	}
	if err := json.Unmarshal(out, &r.env); err != nil {
		return fmt.Errorf("go env: %w", err)
	}
	env, err := goflags(r.env.GOFLAGS)
	if err != nil {
		return usageError{err}
	}
	r.flags = r.opts.flags.under(*env)
	if err := r.flags.check(r.opts.patterns); err != nil {
		return usageError{err}
	}
	return nil
}

// makeOverlay makes the overlay in the user's cache. If that cannot be written,
// the directory of this run will do: what the go command compiles from it is
// cached all the same.
func (r *testRun) makeOverlay() error {
	if err := overlay.Supports(r.env.GOROOT); err != nil {
		return err // before anything is read by its go command
	}
	table, err := lockSites(r.opts.patterns, r.buildTags())
	if err != nil {
		return err
	}
	r.checkAccepted(table)
	detector, err := overlay.Detector(table, locksites.LookupSource, r.opts.accept)
	if err != nil {
		return err
	}
	var places []string
	cache, err := os.UserCacheDir()
	if err == nil {
		places = append(places, filepath.Join(cache, "lockvet"))
	}
	if !r.opts.printOverlay {
		places = append(places, r.tmp)
	}
	for _, dir := range places {
		if r.goroot, err = overlay.Root(r.env.GOROOT, r.env.GOMODCACHE, dir); err != nil {
			continue
		}
		o, e := overlay.Make(r.goroot, detector)
		if e != nil {
			return e
		}
		if r.overlay, err = o.Write(dir); err == nil {
			break
		}
	}
	return err
}

// checkAccepted tells of orders whose locks are nowhere acquired, as after a
// change of names. It is no error: the flag may be meant for other packages.
func (r *testRun) checkAccepted(table []byte) {
	for _, o := range r.opts.accept {
		for _, class := range []string{o.Before, o.After} {
			if !bytes.Contains(table, []byte("\t"+class+"\n")) {
				fmt.Fprintf(r.stderr, "lockvet: -accept: no lock in these packages is called %s\n", class)
			}
		}
	}
}

// run runs go test and tells what the test processes have left behind.
func (r *testRun) run() (int, error) {
	known, err := r.prepare()
	if err != nil {
		return 0, err
	}
	status, err := wait(r.command())
	if err != nil {
		return 0, err
	}
	found, err := r.collect(known)
	if err != nil {
		return 0, err
	}
	n := found.print(r.stderr)
	if err := found.save(r.opts.graph, r.stderr); err != nil {
		return 0, fmt.Errorf("-graph: %w", err)
	}
	if status == 0 && n > 0 && r.mode == modeFail {
		status = exitFailed
	}
	return status, nil
}

// prepare makes the directory for the test processes and returns the names of
// the files that are in it already.
func (r *testRun) prepare() (map[string]bool, error) {
	r.dir = filepath.Join(r.tmp, "out")
	if dir := os.Getenv(envGraph); dir != "" {
		var err error
		if r.dir, err = filepath.Abs(dir); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(r.dir, 0o777); err != nil {
		return nil, fmt.Errorf("%s: %w", envGraph, err)
	}
	files, err := os.ReadDir(r.dir)
	known := make(map[string]bool)
	for _, f := range files {
		known[f.Name()] = true
	}
	return known, err
}

// command returns the go test command.
func (r *testRun) command() *exec.Cmd {
	env := append(os.Environ(), envMode+"="+r.mode, envGraph+"="+r.dir, envBrief+"=1")
	if r.goroot != r.env.GOROOT {
		env = append(env, "GOROOT="+r.goroot)
	}
	cmd := exec.Command(r.gocmd(), r.goArgs()...)
	cmd.Env = env
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, r.stdout, r.stderr
	return cmd
}

// gocmd is the go command to run: the user's, which may choose another
// toolchain, unless that one goes by another name.
func (r *testRun) gocmd() string {
	if r.goroot != r.env.GOROOT {
		return filepath.Join(r.goroot, "bin", "go")
	}
	return "go"
}

// goArgs is the command line of go test. What the user gave comes last and as
// it was.
func (r *testRun) goArgs() []string {
	args := []string{"test", "-overlay=" + r.overlay}
	args = append(args, "-tags="+strings.Join(r.tags(), ","))
	args = append(args, fmt.Sprintf("-race=%t", r.race))
	if !r.flags.count {
		args = append(args, "-count=1") // a result from the cache would tell nothing of locks
	}
	return append(args, r.opts.args...)
}

// tags are those of the user, and the one of the overlay.
func (r *testRun) tags() []string {
	tags := r.flags.tags
	if !slices.Contains(tags, overlayTag) {
		tags = append(slices.Clip(tags), overlayTag)
	}
	return tags
}

// buildTags are all tags that decide which files are compiled.
func (r *testRun) buildTags() []string {
	if r.race {
		return append(slices.Clip(r.tags()), "race")
	}
	return r.tags()
}

// chooseRace reports whether to use the race detector: if the user wants it, and
// unless told otherwise if it is to be had.
func (r *testRun) chooseRace() bool {
	switch {
	case r.flags.race != unset:
		return r.flags.race == setTrue
	case r.flags.sanitizer:
		return false
	}
	out, err := exec.Command("go", "list", "-race", "unsafe").CombinedOutput()
	if why := oneLine(string(out)); err != nil && strings.Contains(why, "-race") {
		fmt.Fprintf(r.stderr, "lockvet: running without the race detector: %s\n", strings.TrimPrefix(why, "go: "))
		return false
	}
	return true
}

// wait runs cmd and returns its exit status. Signals that would end this
// process are for go test to act on, so that what it leaves can be told and
// removed. From a terminal it gets them anyway, and minds no second one.
func wait(cmd *exec.Cmd) (int, error) {
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT)
	defer signal.Stop(signals)
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	ended := make(chan struct{})
	defer close(ended)
	go func() {
		for {
			select {
			case s := <-signals:
				if runtime.GOOS != "windows" { // there is nothing to send there, and no need
					cmd.Process.Signal(s)
				}
			case <-ended:
				return
			}
		}
	}()
	err := cmd.Wait()
	if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		return 0, err
	}
	if status := cmd.ProcessState.ExitCode(); status >= 0 {
		return status, nil
	}
	return exitFailed, nil // ended by a signal
}
