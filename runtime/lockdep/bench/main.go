// Command bench compares the locks of package lockdep, with checks on, with
// those of package sync and of two other checkers.
//
//	go run . [-rounds N] [-run REGEXP]
//
// It builds itself twice, without the race detector and with it, and prints
// ratios to package sync in one interleaved run. Then it compares test binaries
// under lockvet test with plain ones. It has to be run in its directory. It is a module of its own, so
// that what it compares with does not reach the users of the package.
package main

//go:generate go run gen.go

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
)

func main() {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	rounds := flags.Int("rounds", 15, "how often each lock is measured")
	run := flags.String("run", ".", "a regular expression for the loops to run")
	worker := flags.Bool("worker", false, "measure in this process")
	fail := func(format string, args ...any) {
		fmt.Fprintf(os.Stderr, "bench: "+format+"\n", args...)
		os.Exit(2)
	}
	if err := flags.Parse(os.Args[1:]); err == flag.ErrHelp {
		fmt.Println("usage: bench [-rounds N] [-run REGEXP]")
		return
	} else if err != nil {
		fail("%v", err)
	}
	pattern, err := regexp.Compile(*run)
	switch {
	case err != nil:
		fail("%v", err)
	case flags.NArg() > 0:
		fail("unexpected argument %q; -run chooses loops", flags.Arg(0))
	case *rounds < 1:
		fail("-rounds is %d, and has to be 1 at least", *rounds)
	case *worker:
		measure(os.Stdout, pattern, *rounds)
		return
	}
	fmt.Printf("%d processors, %s/%s, %s\n", runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version())
	fmt.Println("Time as a multiple of package sync in the same round: median [quartiles].")
	for _, build := range []struct {
		title string
		flags []string
	}{
		{"without the race detector", []string{"-tags", "lockdep deadlock"}},
		{"with the race detector", []string{"-race"}},
	} {
		fmt.Printf("\n%s\n", build.title)
		if err := runWorker(build.flags, *run, *rounds); err != nil {
			fmt.Fprintf(os.Stderr, "bench: %s: %v\n", build.title, err)
			os.Exit(1)
		}
	}
	for _, build := range []struct {
		title string
		flags []string
	}{
		{"unmodified code, without the race detector", nil},
		{"unmodified code, with the race detector", []string{"-race"}},
	} {
		fmt.Printf("\n%s\n", build.title)
		if err := compareOverlay(os.Stdout, pattern, *rounds, build.flags...); err != nil {
			fmt.Fprintf(os.Stderr, "bench: %s: %v\n", build.title, err)
			os.Exit(1)
		}
	}
}

func runWorker(flags []string, run string, rounds int) error {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "worker.exe")
	build := exec.Command("go", append(append([]string{"build", "-o", program}, flags...), ".")...)
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return err
	}
	work := exec.Command(program, "-worker", "-run", run, "-rounds", strconv.Itoa(rounds))
	work.Stdout, work.Stderr = os.Stdout, os.Stderr
	return work.Run()
}
