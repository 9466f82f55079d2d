package main

import (
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
)

// runLint is the plain command. It returns the exit status.
func runLint(args []string, stdout, stderr io.Writer) int {
	opts, err := parseLintArgs(args)
	if err != nil {
		return fail(stderr, exitUsage, err)
	}
	switch {
	case opts.help:
		return runHelp(nil, stdout, stderr)
	case opts.version:
		fmt.Fprintln(stdout, versionLine())
		return exitClean
	case opts.listChecks:
		listAnalyzers(stdout, "")
		return exitClean
	case opts.explain != "":
		return runHelp([]string{strings.ToLower(opts.explain)}, stdout, stderr)
	}
	status, err := opts.lint(stdout, stderr)
	if err != nil {
		return fail(stderr, exitUsage, err)
	}
	return status
}

func (opts *lintOptions) lint(stdout, stderr io.Writer) (int, error) {
	if err := enter(opts.dir); err != nil {
		return 0, err
	}
	known, err := opts.readBaseline()
	if err != nil {
		return 0, err
	}
	l, err := newLinter(opts)
	if err != nil {
		return 0, err
	}
	res, err := l.analyse()
	if err != nil {
		return 0, err
	}
	if opts.writeBaseline != "" {
		return opts.keep(res, stderr)
	}
	if known != nil {
		known.take(res, opts.baseline, stderr)
	}
	return l.print(res, stdout)
}

// mainModules returns the paths of the modules that the user works on.
func mainModules() ([]string, error) {
	out, err := exec.Command("go", "list", "-m").Output()
	if err != nil {
		// Outside of a module there may still be packages to look at.
		if _, ok := errors.AsType[*exec.ExitError](err); ok {
			return nil, nil
		}
		return nil, err
	}
	return strings.Fields(string(out)), nil
}

// absolute undoes that files are named relative to the working directory.
func absolute(dir, file string) string {
	if file == "" || filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(dir, filepath.FromSlash(file))
}
