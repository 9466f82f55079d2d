package browser

import (
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/lockvet/lockvet/cmd/lockvet/internal/graphpage"
	"github.com/lockvet/lockvet/cmd/lockvet/internal/graphpage/demo"
	"github.com/lockvet/lockvet/lockgraph"
)

var (
	shots = flag.String("shots", "", "a folder for pictures of the pages")
	given = flag.String("graph", "", "a graph in lockvet's JSON to take pictures of, and to open in the benchmark, as well")
)

// TestShots takes pictures to look at, if asked to.
func TestShots(t *testing.T) {
	if *shots == "" {
		t.Skip("no -shots folder given")
	}
	pages := map[string]*lockgraph.Graph{"empty": nil, "bank": demo.Bank(), "medium": medium(), "large": large(), "tangle": tangle()}
	if *given != "" {
		pages["given"] = givenGraph(t)
	}
	for name, g := range pages {
		for _, scheme := range []string{"light", "dark"} {
			t.Run(name+"-"+scheme, func(t *testing.T) { shootPage(t, name, scheme, g) })
		}
	}
}

// givenGraph reads the graph that the flag names.
func givenGraph(t testing.TB) *lockgraph.Graph {
	t.Helper()
	f, err := os.Open(*given)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	g, err := lockgraph.ReadJSON(f)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// shootPage takes pictures of the page as it opens, of its first cycle and of
// the first edge of that.
func shootPage(t *testing.T, name, scheme string, g *lockgraph.Graph) {
	b := newTab(t)
	features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
		t.Fatal(err)
	}
	b.write(graphpage.Page{Title: "Lock order of " + name, Graph: g, Source: source})
	b.load("")
	b.shoot(name + "-" + scheme)
	if g == nil || len(g.Cycles(lockgraph.Options{})) == 0 {
		return
	}
	b.click("#cycles .item")
	b.until(`lockvet.selected.startsWith('#cycle=')`)
	b.still()
	b.shoot(name + "-" + scheme + "-cycle")
	b.click("#selection h4 button")
	b.until(`lockvet.selected.startsWith('#edge=')`)
	b.still()
	b.shoot(name + "-" + scheme + "-edge")
}

func (b *tab) shoot(name string) {
	b.t.Helper()
	png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*shots, name+".png"), png, 0o666); err != nil {
		b.t.Fatal(err)
	}
}

// source quotes the standard library, and makes up the rest.
func source(s lockgraph.Site) (string, []graphpage.Line) {
	path := filepath.Join(runtime.GOROOT(), "src", filepath.FromSlash(s.Pkg), s.File)
	text, err := os.ReadFile(path)
	if err != nil {
		return demo.Source(s)
	}
	var lines []graphpage.Line
	all := strings.Split(string(text), "\n")
	for n := max(1, s.Line-2); n <= min(s.Line+2, len(all)); n++ {
		lines = append(lines, graphpage.Line{Number: n, Text: all[n-1]})
	}
	return path, lines
}
