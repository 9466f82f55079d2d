package main

import (
	"fmt"
	"io"
	"math"
	"math/rand"
	"runtime"
	"text/tabwriter"
	"time"

	"github.com/lockvet/lockvet/runtime/adaptive/internal/machine"
)

// A stopwatch is a lock that notes how long each Lock takes. It protects its
// own notes.
type stopwatch struct {
	lock
	notes *histogram
}

func (s *stopwatch) Lock() {
	start := machine.Nanotime()
	s.lock.Lock()
	s.notes.add(machine.Nanotime() - start)
}

// A histogram counts times in ns, eight buckets to each doubling.
type histogram [64 * 8]int64

func (h *histogram) add(ns int64) {
	h[int(8*math.Log2(float64(max(1, ns))))]++
}

// quantile returns a time in µs that a part p of the times does not exceed.
func (h *histogram) quantile(p float64) float64 {
	total := int64(0)
	for _, n := range h {
		total += n
	}
	rest := int64(math.Ceil(p * float64(total)))
	for i, n := range h {
		if rest -= n; rest <= 0 && total > 0 {
			return math.Exp2(float64(i+1)/8) / 1000
		}
	}
	return math.NaN()
}

var waitQuantiles = []struct {
	name string
	p    float64
}{{"median", 0.5}, {"99%", 0.99}, {"99.9%", 0.999}, {"longest", 1}}

// waits prints how long goroutines wait for a lock. All windows count, calm or
// not, since a lock is to be judged by its bad moments, too.
func waits(out io.Writer, name string, goroutines int, chosen []kind, rounds int) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	figures := make([][][]float64, len(chosen)) // by lock and quantile
	for i := range figures {
		figures[i] = make([][]float64, len(waitQuantiles))
	}
	for range rounds {
		for _, i := range rand.Perm(len(chosen)) {
			time.Sleep(pause)
			notes := new(histogram)
			watched := func() lock { return &stopwatch{chosen[i].make(), notes} }
			measure(sections(time.Microsecond, time.Microsecond)(watched), goroutines, longWindow)
			for q, quantile := range waitQuantiles {
				figures[i][q] = append(figures[i][q], notes.quantile(quantile.p))
			}
		}
	}
	fmt.Fprintf(out, "\n%s (GOMAXPROCS 2): µs in Lock, medians [quartiles] over %d windows of %v\n", name, rounds, longWindow)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(table, "  lock")
	for _, q := range waitQuantiles {
		fmt.Fprintf(table, "\t%s", q.name)
	}
	fmt.Fprintln(table)
	for i, k := range chosen {
		fmt.Fprintf(table, "  %s", k.name)
		for q := range waitQuantiles {
			fmt.Fprintf(table, "\t%s", spread(figures[i][q]))
		}
		fmt.Fprintln(table)
	}
	table.Flush()
}
