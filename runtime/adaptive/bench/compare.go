package main

import (
	"fmt"
	"io"
	"math"
	"math/rand"
	"runtime"
	"slices"
	"text/tabwriter"
	"time"
)

const (
	// attemptsPerRound is how many windows a lock gets in a round until one is
	// calm.
	attemptsPerRound = 8
	// pause between windows lets a machine that others share forget the last one.
	pause = 5 * time.Millisecond
)

// figures are the windows of one lock, and the ratios for the rounds in which
// the first lock had a calm window, too.
type figures struct {
	windows   []window
	wall, cpu []float64
}

// compare measures all locks, in every round in another order, and prints how
// they fared.
//
// The CPU time of a running thread is brought up to date when it stops or a
// clock ticks, so windows that are shorter than some ticks have no CPU figures.
func (w workload) compare(out io.Writer, chosen []kind, rounds int) {
	if w.tries {
		chosen = append(slices.Clone(chosen), trying...)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(w.procs))
	all := make([]figures, len(chosen))
	for range rounds {
		round := make([]window, len(chosen))
		for _, i := range rand.Perm(len(chosen)) {
			round[i] = w.calmWindow(chosen[i])
		}
		for i, got := range round {
			if !got.calm || !round[0].calm {
				continue
			}
			f := &all[i]
			f.windows = append(f.windows, got)
			f.wall = append(f.wall, got.wall/round[0].wall)
			f.cpu = append(f.cpu, got.cpu/round[0].cpu)
		}
	}
	fmt.Fprintf(out, "\n%s (GOMAXPROCS %d, %d goroutines): %s %s ns\n", w.name, w.procs, w.goroutines,
		chosen[0].name, median(all[0].windows, func(w window) float64 { return w.wall }))
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "  lock\ttime\tCPU\tJain\tfailed\trounds")
	for i, f := range all {
		cpu := "-"
		if w.length >= longWindow {
			cpu = spread(f.cpu)
		}
		fmt.Fprintf(table, "  %s\t%s\t%s\t%s\t%s\t%d\n", chosen[i].name, spread(f.wall), cpu,
			median(f.windows, func(w window) float64 { return w.jain }),
			median(f.windows, func(w window) float64 { return w.failed }), len(f.windows))
	}
	table.Flush()
}

func (w workload) calmWindow(k kind) (got window) {
	for range attemptsPerRound {
		time.Sleep(pause)
		if got = measure(w.task(k.make), w.goroutines, w.length); got.calm {
			break
		}
	}
	return got
}

// spread formats a median and the quartiles.
func spread(x []float64) string {
	if len(x) == 0 {
		return "no calm round"
	}
	return fmt.Sprintf("%.2f [%.2f %.2f]", quantile(x, 0.5), quantile(x, 0.25), quantile(x, 0.75))
}

// median formats the median of a figure.
func median(windows []window, figure func(window) float64) string {
	var x []float64
	for _, w := range windows {
		x = append(x, figure(w))
	}
	m := quantile(x, 0.5)
	if m >= 10 {
		return fmt.Sprintf("%.0f", m)
	}
	return fmt.Sprintf("%.2f", m)
}

func quantile(x []float64, p float64) float64 {
	if len(x) == 0 {
		return math.NaN()
	}
	x = slices.Sorted(slices.Values(x))
	return x[int(p*float64(len(x)-1)+0.5)]
}
