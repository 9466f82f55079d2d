//go:build unix

package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/lockvet/lockvet/passes"
)

// BenchmarkVet compares go vet with lockvet to go vet with its own analyzers,
// over the same packages. An iteration is one pair of runs; choose their number
// with -benchtime, as in
//
//	go test -run='^$' -bench=Vet -benchtime=5x -timeout=2h ./cmd/lockvet
//
// The two runs of a pair start from equal caches, in which the packages are
// compiled but not vetted, and take turns at being first. Measured are CPU
// time, user and system, of the go command and all its children, and the
// resident memory of the largest of these processes. Ratios are lockvet's share
// over go vet's: the median of the pairs, and the range.
//
// One more run, under LOCKVET_STATS, says for which share of the packages and
// of their lines SSA was built, and how large the facts are.
func BenchmarkVet(b *testing.B) {
	dir := b.TempDir()
	warm := filepath.Join(dir, "warm")
	src := filepath.Join(goroot(b), "src")
	for _, set := range []struct {
		name     string
		packages func(b *testing.B) []string
	}{
		{"net-http", func(b *testing.B) []string { return dependencies(b, src, "net/http") }},
		{"std", func(*testing.B) []string { return []string{"std"} }},
	} {
		b.Run(set.name, func(b *testing.B) {
			r := &vetRunner{src: src, dir: dir, warm: warm, packages: set.packages(b)}
			r.warmUp(b)
			report := r.stats(b) // first, since it fails if an analyzer does
			r.pairs(b)
			report()
			b.ReportMetric(0, "ns/op") // wall time says nothing here
		})
	}
}

// vetRunner runs the go command on a set of packages from copies of a warm cache.
type vetRunner struct {
	src      string // GOROOT/src
	dir      string // for caches, all in one file system
	warm     string // the cache to copy
	packages []string
}

// usage is what a run cost.
type usage struct {
	cpu float64 // seconds
	rss float64 // MB, of the largest process
}

// warmUp compiles what vetting the packages needs. It vets with every analyzer
// of lockvet turned off: other flags, so other cache entries than the ones that
// the measured runs look for.
func (r *vetRunner) warmUp(b *testing.B) {
	args := []string{"-vettool=" + tool}
	for _, a := range passes.Analyzers {
		args = append(args, "-"+a.Name+"=false")
	}
	r.vet(b, r.warm, nil, args...)
}

// pairs runs the pairs and reports the metrics.
func (r *vetRunner) pairs(b *testing.B) {
	var cpu, rss, vetCPU, lockCPU, vetRSS, lockRSS []float64
	lockvetFirst := false
	for b.Loop() {
		var own, ours usage
		if lockvetFirst {
			ours = r.measure(b, nil, "-vettool="+tool)
			own = r.measure(b, nil)
		} else {
			own = r.measure(b, nil)
			ours = r.measure(b, nil, "-vettool="+tool)
		}
		lockvetFirst = !lockvetFirst
		cpu = append(cpu, ours.cpu/own.cpu)
		rss = append(rss, ours.rss/own.rss)
		vetCPU, lockCPU = append(vetCPU, own.cpu), append(lockCPU, ours.cpu)
		vetRSS, lockRSS = append(vetRSS, own.rss), append(lockRSS, ours.rss)
	}
	b.ReportMetric(median(cpu), "cpu-ratio")
	b.ReportMetric(slices.Min(cpu), "cpu-ratio-min")
	b.ReportMetric(slices.Max(cpu), "cpu-ratio-max")
	b.ReportMetric(median(rss), "rss-ratio")
	b.ReportMetric(slices.Min(rss), "rss-ratio-min")
	b.ReportMetric(slices.Max(rss), "rss-ratio-max")
	b.ReportMetric(median(vetCPU), "govet-cpu-s")
	b.ReportMetric(median(lockCPU), "lockvet-cpu-s")
	b.ReportMetric(median(vetRSS), "govet-rss-MB")
	b.ReportMetric(median(lockRSS), "lockvet-rss-MB")
}

// measure vets once from a copy of the warm cache and removes the copy.
func (r *vetRunner) measure(b *testing.B, env []string, args ...string) usage {
	cache := filepath.Join(r.dir, "run")
	linkTree(b, r.warm, cache)
	defer os.RemoveAll(cache)
	state, _ := r.vet(b, cache, env, args...)
	rss := float64(state.SysUsage().(*syscall.Rusage).Maxrss) / 1e3 // kilobytes
	if runtime.GOOS == "darwin" {
		rss /= 1e3 // bytes
	}
	return usage{cpu: (state.UserTime() + state.SystemTime()).Seconds(), rss: rss}
}

// vet runs go vet with the given build cache. Findings are no failure.
func (r *vetRunner) vet(b *testing.B, cache string, env []string, args ...string) (*os.ProcessState, string) {
	b.Helper()
	cmd := exec.Command("go", slices.Concat([]string{"vet"}, args, r.packages)...)
	cmd.Dir = r.src
	cmd.Env = append(os.Environ(), append(env, "GOCACHE="+cache, "GOWORK=off", "GOFLAGS=", "PWD="+r.src)...)
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 || strings.Contains(stderr.String(), "panic: ") {
		b.Fatalf("go vet %v: %v\n%s", args, err, stderr.String())
	}
	return cmd.ProcessState, stdout.String()
}

// stats runs lockvet once, checks that no analyzer failed, and returns a
// function that reports what the tool says about its work. Reported before the
// loop, the metrics would be lost: the loop resets them.
func (r *vetRunner) stats(b *testing.B) (report func()) {
	cache := filepath.Join(r.dir, "run")
	linkTree(b, r.warm, cache)
	defer os.RemoveAll(cache)
	file := filepath.Join(r.dir, "stats")
	defer os.Remove(file)
	_, out := r.vet(b, cache, []string{"LOCKVET_STATS=" + file}, "-json", "-vettool="+tool)
	decodeTree(b, out) // fails on the error of an analyzer

	list := readStats(b, file)
	var pkgs, ssaPkgs, lines, ssaLines, own, merged, largest float64
	for _, s := range list {
		pkgs++
		lines += s.lines
		if s.ssa {
			ssaPkgs++
			ssaLines += s.lines
		}
		own += s.own
		merged += s.merged
		largest = max(largest, s.merged)
	}
	return func() {
		b.ReportMetric(pkgs, "pkgs")
		b.ReportMetric(100*ssaPkgs/pkgs, "%ssa-pkgs")
		b.ReportMetric(100*ssaLines/lines, "%ssa-lines")
		b.ReportMetric(own/1e3, "own-facts-kB")
		b.ReportMetric(merged/1e3, "merged-facts-kB")
		b.ReportMetric(largest/1e3, "largest-fact-kB")
	}
}

// packageStats is one line of the file that LOCKVET_STATS names.
type packageStats struct {
	ssa                bool
	lines, own, merged float64
}

// readStats reads the file. A package is analysed for its facts and, with its
// test files, for findings; the smaller of the two is the package itself.
func readStats(b *testing.B, file string) map[string]packageStats {
	data, err := os.ReadFile(file)
	if err != nil {
		b.Fatalf("LOCKVET_STATS: %v", err)
	}
	byPath := make(map[string]packageStats)
	for line := range strings.Lines(string(data)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		path := fields[0]
		var s packageStats
		for _, f := range fields[1:] {
			key, value, _ := strings.Cut(f, "=")
			n, err := strconv.ParseFloat(value, 64)
			switch key {
			case "ssa":
				s.ssa = n != 0
			case "lines":
				s.lines = n
			case "own":
				s.own = n
			case "merged":
				s.merged = n
			default: // such as a list of functions, for people to read
				continue
			}
			if err != nil {
				b.Fatalf("LOCKVET_STATS: malformed line %q", line)
			}
		}
		if strings.HasSuffix(path, "_test") {
			continue
		}
		if old, ok := byPath[path]; !ok || s.lines < old.lines {
			byPath[path] = s
		}
	}
	if len(byPath) == 0 {
		b.Fatal("LOCKVET_STATS: the tool wrote nothing")
	}
	return byPath
}

// linkTree copies a build cache by hard links, which is quick and leaves the
// copy's new entries out of the original.
func linkTree(b *testing.B, from, to string) {
	b.Helper()
	if err := os.RemoveAll(to); err != nil {
		b.Fatal(err)
	}
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(to, rel), 0o777)
		}
		return os.Link(path, filepath.Join(to, rel))
	})
	if err != nil {
		b.Fatal(err)
	}
}

// dependencies lists the packages that vetting path covers.
func dependencies(b *testing.B, src, path string) []string {
	out, err := exec.Command("go", "list", "-C", src, "-deps", path).Output()
	if err != nil {
		b.Fatal(fmt.Errorf("go list: %w", err))
	}
	return strings.Fields(string(out))
}

func goroot(b *testing.B) string {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		b.Fatal(fmt.Errorf("go env: %w", err))
	}
	return strings.TrimSpace(string(out))
}

func median(list []float64) float64 {
	s := slices.Sorted(slices.Values(list))
	n := len(s)
	return (s[(n-1)/2] + s[n/2]) / 2
}
