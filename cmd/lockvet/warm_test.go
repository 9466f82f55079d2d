//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// BenchmarkWarm compares the plain command to staticcheck with one check, on the
// standard library, when nothing has changed since the last run: both then only find
// that out, and print. An iteration is one pair of runs, which take turns at being
// first; choose their number with -benchtime, as in
//
//	go test -run='^$' -bench=Warm -benchtime=9x -timeout=2h ./cmd/lockvet
//
// Ratios are lockvet's share over staticcheck's, of the time on the clock and of CPU
// time: the median of the pairs, and the range.
func BenchmarkWarm(b *testing.B) {
	dir := b.TempDir()
	staticcheck := filepath.Join(dir, "staticcheck")
	if msg, err := exec.Command("go", "build", "-o", staticcheck, "honnef.co/go/tools/cmd/staticcheck").CombinedOutput(); err != nil {
		b.Fatalf("building staticcheck: %v\n%s", err, msg)
	}
	env := append(os.Environ(), "GOWORK=off", "GOFLAGS=", "GOPROXY=off",
		"LOCKVET_CACHE="+filepath.Join(dir, "lockvet-cache"), "STATICCHECK_CACHE="+filepath.Join(dir, "staticcheck-cache"))
	src := filepath.Join(goroot(b), "src")
	run := func(name string, args ...string) (wall, cpu float64) {
		cmd := exec.Command(name, args...)
		cmd.Dir, cmd.Env = src, append(env, "PWD="+src)
		began := time.Now()
		out, err := cmd.Output()
		if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() > exitFindings {
			b.Fatalf("%s: %v\n%s", name, err, out)
		}
		wall = time.Since(began).Seconds()
		return wall, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	}
	ours := func() (wall, cpu float64) { return run(tool, "std") }
	theirs := func() (wall, cpu float64) { return run(staticcheck, "-checks=SA2002", "std") }
	ours()
	theirs()
	var wall, cpu, ourWall, theirWall []float64
	first := true
	for b.Loop() {
		var w, c, w2, c2 float64
		if first {
			w, c = ours()
			w2, c2 = theirs()
		} else {
			w2, c2 = theirs()
			w, c = ours()
		}
		first = !first
		wall, cpu = append(wall, w/w2), append(cpu, c/c2)
		ourWall, theirWall = append(ourWall, w), append(theirWall, w2)
	}
	for name, list := range map[string][]float64{"wall-ratio": wall, "cpu-ratio": cpu} {
		b.ReportMetric(median(list), name)
		b.ReportMetric(slices.Min(list), name+"-min")
		b.ReportMetric(slices.Max(list), name+"-max")
	}
	b.ReportMetric(median(ourWall), "lockvet-s")
	b.ReportMetric(median(theirWall), "staticcheck-s")
	b.ReportMetric(0, "ns/op")
}
