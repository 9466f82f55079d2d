package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"text/tabwriter"
)

// compareOverlay compares the loops over package sync in a test binary under
// lockvet test with those in a plain one. They are two processes, which take
// turns.
func compareOverlay(out io.Writer, pattern *regexp.Regexp, rounds int, flags ...string) error {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	lockvet := filepath.Join(dir, "lockvet.exe")
	if err := runGo("build", "-C", filepath.Join("..", "..", ".."), "-o", lockvet, "./cmd/lockvet"); err != nil {
		return err
	}
	overlay, err := exec.Command(lockvet, append([]string{"test", "-print-overlay"}, ".")...).Output()
	if err != nil {
		return fmt.Errorf("lockvet test -print-overlay: %w", err)
	}
	build := append([]string{"test", "-c", "-tags=lockdep_overlay"}, flags...)
	plain, watched := filepath.Join(dir, "plain.exe"), filepath.Join(dir, "watched.exe")
	if err := runGo(append(build, "-o", plain, ".")...); err != nil {
		return err
	}
	if err := runGo(append(build, "-overlay="+strings.TrimSpace(string(overlay)), "-o", watched, ".")...); err != nil {
		return err
	}
	ratios := make(map[string][]float64)
	base := make(map[string][]float64)
	for range rounds {
		a, err := loopTimes(plain)
		if err != nil {
			return err
		}
		b, err := loopTimes(watched)
		if err != nil {
			return err
		}
		for name, ns := range a {
			base[name] = append(base[name], ns)
			ratios[name] = append(ratios[name], b[name]/ns)
		}
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "  \tgo test\tlockvet test")
	for _, name := range loopNames {
		if r := ratios[name]; pattern.MatchString(name) && len(r) > 0 {
			fmt.Fprintf(table, "  %s\t%.1f ns\t%.3g [%.3g %.3g]\n", name, quantile(base[name], 0.5),
				quantile(r, 0.5), quantile(r, 0.25), quantile(r, 0.75))
		}
	}
	return table.Flush()
}

func runGo(args ...string) error {
	cmd := exec.Command("go", args...)
	cmd.Stderr = os.Stderr
	return cmd.Run()
}

// loopTimes runs TestLoops in a test binary and reads what it prints.
func loopTimes(program string) (map[string]float64, error) {
	cmd := exec.Command(program, "-test.run=^TestLoops$", "-test.v")
	cmd.Env = append(os.Environ(), "BENCH_LOOPS=1", "LOCKDEP=warn")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, err
	}
	times := make(map[string]float64)
	for line := range strings.Lines(out.String()) {
		name, value, ok := strings.Cut(strings.TrimSpace(line), loopMark)
		if ns, err := strconv.ParseFloat(value, 64); ok && err == nil {
			times[name] = ns
		}
	}
	return times, nil
}

// loopMark stands between the name of a loop and its time.
const loopMark = " takes ns: "
