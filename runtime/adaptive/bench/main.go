// Command bench compares adaptive.Mutex with the locks it competes with, in one
// interleaved run, and prints ratios to sync.Mutex with their spread.
//
//	go run . [flags]
//
// It is a module of its own, so that what it compares with does not reach the
// users of the package.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
)

func main() {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	var (
		names  = flags.String("locks", kindNames(), "the locks to compare with sync.Mutex, separated by commas")
		run    = flags.String("run", ".", "a regular expression for the workloads to run")
		rounds = flags.Int("rounds", 15, "how often each lock is measured")
		model  = flags.Bool("manycore", false, "print what a model of many cores says, and measure nothing")
	)
	fail := func(err error) {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(2)
	}
	if err := flags.Parse(os.Args[1:]); err == flag.ErrHelp {
		usage := flag.NewFlagSet("", flag.ContinueOnError)
		fmt.Println("usage: bench [flags]")
		usage.SetOutput(os.Stdout)
		flags.VisitAll(func(f *flag.Flag) { usage.Var(f.Value, f.Name, f.Usage) })
		usage.PrintDefaults()
		return
	} else if err != nil {
		fail(err)
	}
	chosen, err := kindsNamed(*names)
	if err != nil {
		fail(err)
	}
	pattern, err := regexp.Compile(*run)
	switch {
	case err != nil:
		fail(err)
	case flags.NArg() > 0:
		fail(fmt.Errorf("unexpected argument %q; -run chooses workloads", flags.Arg(0)))
	case *rounds < 1:
		fail(fmt.Errorf("-rounds is %d, and has to be 1 at least", *rounds))
	case *model:
		manyCore(os.Stdout)
		return
	}
	var matching []part
	for _, p := range parts() {
		if pattern.MatchString(p.name) {
			matching = append(matching, p)
		}
	}
	if len(matching) == 0 {
		fail(fmt.Errorf("no workload matches %q; there are:\n  %s", *run, strings.Join(partNames(), "\n  ")))
	}
	fmt.Printf("%s, %d processors, %s/%s, %s\n", processor(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version())
	fmt.Println("Ratios to sync.Mutex in the same round: median [quartiles]. Below 1 is better.")
	fmt.Println("Disturbed windows are taken again. That spares spinning locks: who spins suffers if the owner loses its processor.")
	for _, p := range matching {
		p.print(os.Stdout, chosen, *rounds)
	}
}

func partNames() (names []string) {
	for _, p := range parts() {
		names = append(names, p.name)
	}
	return names
}

// A part prints one section of the output.
type part struct {
	name  string
	print func(w io.Writer, chosen []kind, rounds int)
}

func parts() []part {
	all := []part{{"uncontended", uncontended}}
	for _, w := range workloads {
		all = append(all, part{w.name, w.compare})
	}
	for _, goroutines := range []int{2, 4, 16, 100} {
		name := fmt.Sprintf("waits, section 1µs, %d goroutines", goroutines)
		all = append(all, part{name, func(w io.Writer, chosen []kind, rounds int) {
			waits(w, name, goroutines, chosen, rounds)
		}})
	}
	return append(all, part{"collisions", collisions})
}

// processor names the processor where Linux tells it.
func processor() string {
	out, err := exec.Command("lscpu").Output()
	if err != nil {
		return "unknown processor"
	}
	for line := range strings.Lines(string(out)) {
		if name, found := strings.CutPrefix(line, "Model name:"); found {
			return strings.TrimSpace(name)
		}
	}
	return "unknown processor"
}
