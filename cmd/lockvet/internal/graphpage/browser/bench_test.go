package browser

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
	"github.com/lockvet/lockvet/cmd/lockvet/internal/graphpage"
	"github.com/lockvet/lockvet/cmd/lockvet/internal/graphpage/demo"
	"github.com/lockvet/lockvet/lockgraph"
)

// uniform has edges between any two classes, so that few are within a package.
func uniform() *lockgraph.Graph {
	return demo.Generate(demo.Size{Packages: 200, Classes: 5000, Edges: 20_000, Uniform: true})
}

// tangle has thousands of edges in cycles.
func tangle() *lockgraph.Graph {
	return demo.Generate(demo.Size{Packages: 200, Classes: 5000, Edges: 20_000, Back: 6000, Uniform: true})
}

// BenchmarkInteractive opens each page anew and reports, over all runs,
//
//   - drawn-ms: from the start of the navigation until the whole graph is on the
//     screen and the page listens, by the browser's clock;
//   - cpu-ms: what the main thread of the page has worked by then, which says
//     more than the clock on a machine that does other things;
//   - click-ms: from the start of the navigation until a click on a class, made
//     then, has opened it, by the clock of the test, which includes the way to
//     the browser and back;
//   - zoom-ms: a frame when the wheel zooms in.
//
// The first three are medians, with the least and the most beside them: run it
// with -benchtime=9x.
func BenchmarkInteractive(b *testing.B) {
	type bench struct {
		name  string
		graph func() *lockgraph.Graph
	}
	benches := []bench{{"medium", medium}, {"large", large}, {"uniform", uniform}, {"tangle", tangle}}
	if *given != "" {
		benches = append(benches, bench{"given", func() *lockgraph.Graph { return givenGraph(b) }})
	}
	for _, bb := range benches {
		b.Run(bb.name, func(b *testing.B) {
			g := bb.graph()
			var drawn, worked, clicked, frames []float64
			var size float64
			for b.Loop() {
				p := newTab(b)
				p.write(graphpage.Page{Title: bb.name, Graph: g, Source: demo.Source})
				size = p.size()
				d, w, c := p.opening(g.Edges()[0].From)
				drawn, worked, clicked = append(drawn, d), append(worked, w), append(clicked, c)
				frames = append(frames, p.zoom()...)
				p.close()
			}
			report(b, drawn, "drawn-ms")
			report(b, worked, "cpu-ms")
			report(b, clicked, "click-ms")
			b.ReportMetric(median(frames), "zoom-ms")
			b.ReportMetric(size, "page-bytes")
		})
	}
}

func report(b *testing.B, runs []float64, unit string) {
	b.ReportMetric(slices.Min(runs), "min-"+unit)
	b.ReportMetric(median(runs), unit)
	b.ReportMetric(slices.Max(runs), "max-"+unit)
}

func median(runs []float64) float64 {
	slices.Sort(runs)
	return runs[len(runs)/2]
}

// size is the bytes of the page.
func (b *tab) size() float64 {
	b.t.Helper()
	info, err := os.Stat(strings.TrimPrefix(b.url, "file://"))
	if err != nil {
		b.t.Fatal(err)
	}
	return float64(info.Size())
}

// opening opens the page, clicks the class as soon as it is drawn, and returns
// how many milliseconds after the navigation began the graph was drawn, how many
// the main thread had worked for it, and after how many the click was answered.
func (b *tab) opening(class string) (drawn, worked, clicked float64) {
	b.t.Helper()
	cpu := performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks}
	if _, err := chromedp.Call(b.ctx, performance.Enable, cpu); err != nil {
		b.t.Fatal(err)
	}
	begin := time.Now()
	b.load("")
	worked = b.worked()
	b.clickAt(fmt.Sprintf(`lockvet.classPoint(%q)`, class))
	b.until(`lockvet.selected.startsWith('#class=')`)
	clicked = float64(time.Since(begin).Milliseconds())
	return eval[float64](b, `performance.getEntriesByName('lockvet:interactive')[0].startTime`), worked, clicked
}

// worked is the milliseconds that the main thread has been busy, by its own
// clock.
func (b *tab) worked() float64 {
	b.t.Helper()
	r, err := chromedp.Call(b.ctx, performance.GetMetrics, cdp.Empty{})
	if err != nil {
		b.t.Fatal(err)
	}
	for _, m := range r.Metrics {
		if m.Name == "TaskDuration" {
			return m.Value * 1000
		}
	}
	b.t.Fatal("the browser does not say how long its tasks took")
	return 0
}

// zoom turns the wheel over the middle of the graph and returns how many
// milliseconds the frames took.
func (b *tab) zoom() []float64 {
	b.t.Helper()
	b.do(chromedp.KeyEvent("\x1b"))
	b.until(`lockvet.selected === ''`)
	return eval[[]float64](b, `(async () => {
		const canvas = document.querySelector('#graph canvas');
		const r = canvas.getBoundingClientRect();
		const times = [];
		for (let i = 0; i < 12; i++) {
			const before = lockvet.frames;
			const start = performance.now();
			canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: -120, clientX: r.left + r.width / 2, clientY: r.top + r.height / 2, bubbles: true, cancelable: true }));
			await new Promise((done) => {
				const check = () => (lockvet.frames > before ? done() : requestAnimationFrame(check));
				check();
			});
			await new Promise(requestAnimationFrame); // comes when that one is painted
			times.push(performance.now() - start);
		}
		return times;
	})()`)
}
