package main

import (
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// BenchmarkUncontended and BenchmarkContended are for a look at one lock. To
// compare locks, run the command, which interleaves them.
func BenchmarkUncontended(b *testing.B) {
	for _, k := range kinds {
		loop, _ := k.solo()
		b.Run(k.name, func(b *testing.B) { loop(b.N) })
	}
}

func BenchmarkContended(b *testing.B) {
	for _, w := range workloads {
		for _, k := range kinds {
			b.Run(w.name+"/"+k.name, func(b *testing.B) {
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(w.procs))
				t := w.task(k.make)
				each := (b.N + w.goroutines - 1) / w.goroutines
				var all sync.WaitGroup
				for id := range w.goroutines {
					body := t.body(id)
					all.Go(func() {
						for range each {
							body()
						}
					})
				}
				all.Wait()
				if t.attempts != nil {
					made, failed := t.attempts()
					b.ReportMetric(float64(failed)/float64(max(1, made)), "failed/try")
				}
			})
		}
	}
}

// Every part of the output has figures for every lock.
func TestParts(t *testing.T) {
	if testing.Short() {
		t.Skip("measures")
	}
	for _, p := range parts() {
		var text strings.Builder
		p.print(&text, kinds, 1)
		if p.name == "collisions" {
			continue
		}
		for _, k := range kinds {
			if !strings.Contains(text.String(), "\n  "+k.name) {
				t.Errorf("%s: no line for %s:\n%s", p.name, k.name, text.String())
			}
		}
	}
	collisions(io.Discard, kinds, 1)
}

func TestHistogram(t *testing.T) {
	h := new(histogram)
	for ns := range int64(1000) {
		h.add(ns)
	}
	for _, c := range []struct{ p, atLeast, atMost float64 }{{0.5, 0.5, 0.55}, {0.99, 0.99, 1.1}, {1, 0.999, 1.1}} {
		if got := h.quantile(c.p); got < c.atLeast || got > c.atMost {
			t.Errorf("quantile %v is %v µs, want %v to %v", c.p, got, c.atLeast, c.atMost)
		}
	}
}
