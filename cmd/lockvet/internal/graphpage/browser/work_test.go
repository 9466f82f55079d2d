package browser

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/lockvet/lockvet/cmd/lockvet/internal/graphpage"
	"github.com/lockvet/lockvet/lockgraph"
)

func TestLoad(t *testing.T) {
	b := openBank(t)
	if got, want := b.text("header"), "Lock order of bank"; !strings.Contains(got, want) {
		t.Errorf("header %q, want %q in it", got, want)
	}
	if got, want := b.text("#counts"), "8 lock classes, 12 orders with 13 witnesses"; got != want {
		t.Errorf("counts %q, want %q", got, want)
	}
}

func TestSmallGraphs(t *testing.T) {
	one := lockgraph.New()
	one.AddClass(lockgraph.Class{Name: "p.T.mu"})
	for _, g := range []*lockgraph.Graph{lockgraph.New(), one} {
		b := open(t, graphpage.Page{Title: "small", Graph: g})
		if got, want := eval[int](b, `lockvet.shown().length`), len(g.Classes()); got != want {
			t.Errorf("%d classes are shown, want %d", got, want)
		}
		if got := b.text("#cycles"); !strings.Contains(got, "No cycle") {
			t.Errorf("list of cycles %q", got)
		}
	}
}

func TestCyclesAreHighlighted(t *testing.T) {
	b := openBank(t)
	got := b.names(`lockvet.edges().filter((e) => e.severity === 'fault').map((e) => e.from + ' ' + e.to)`)
	want := []string{account + " " + account, ledger + " " + logMu, logMu + " " + ledger}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("highlighted from the start: %q, want %q", got, want)
	}
	red := fmt.Sprintf(`(() => {
		const canvas = document.querySelector('#graph canvas');
		const r = canvas.getBoundingClientRect();
		const p = lockvet.edgePoint(%q, %q);
		const [red, green, blue] = canvas.getContext('2d').getImageData((p.x - r.left) * devicePixelRatio, (p.y - r.top) * devicePixelRatio, 1, 1).data;
		return red > 150 && green < 90 && blue < 110;
	})()`, ledger, logMu)
	if !eval[bool](b, red) {
		t.Error("the edge of a deadlock is not drawn red")
	}
}

func TestCycleOpens(t *testing.T) {
	b := openBank(t)
	b.do(chromedp.Click(chromedp.CSS(`#cycles .item:nth-of-type(2)`)))
	b.until(`lockvet.selected.startsWith('#cycle=')`)
	b.still()
	lit := b.names(`lockvet.lit().map((e) => e.from)`)
	if !slices.Equal(lit, []string{ledger, logMu}) {
		t.Errorf("the cycle lights up edges from %q", lit)
	}
	got := b.text("#selection")
	for _, want := range []string{"deadlock", "Ledger.mu → Log.mu", "Log.mu → Ledger.mu", "example.com/bank/audit/log.go:31 in Log.append"} {
		if !strings.Contains(got, want) {
			t.Errorf("panel %q lacks %q", got, want)
		}
	}
	inSight := fmt.Sprintf(`[%q, %q].every((name) => {
		const r = document.getElementById('graph').getBoundingClientRect();
		const p = lockvet.classPoint(name);
		return p.x > r.left && p.x < r.right && p.y > r.top && p.y < r.bottom;
	})`, ledger, logMu)
	if !eval[bool](b, inSight) {
		t.Error("the camera did not move to the cycle")
	}
	b.click("#back")
	b.until(`lockvet.selected === '' && document.getElementById('selection').hidden`)
}

// checkWitness expects the panel to show the edge from the ledger to the log,
// which has two witnesses.
func checkWitness(t *testing.T, b *tab) {
	t.Helper()
	got := b.text("#selection")
	for _, want := range []string{
		"2 witnesses", "static and run time", "holds exclusive, wants exclusive",
		"example.com/bank/ledger.go:41 in Ledger.Post", "example.com/bank/ledger.go:90 in Ledger.Close",
		"Called while it is held", "which calls", "example.com/bank/audit/log.go:27 in Log.Append",
		"Gate", table, "shared, any instance", "by type",
		"Ledger.Post.do(ctx", "</script><!--",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("panel lacks %q", want)
		}
	}
	lines := b.names(`[...document.querySelector('#selection pre.source').querySelectorAll('i')].map((i) => i.textContent)`)
	if !slices.Equal(lines, []string{"39", "40", "41", "42", "43"}) {
		t.Errorf("numbers of the source lines %q", lines)
	}
	if here := b.text("#selection pre.source .here i"); here != "41" {
		t.Errorf("line %s is marked, want 41", here)
	}
}

func TestEdgeOpensFromTheList(t *testing.T) {
	b := openBank(t)
	b.clickAt(fmt.Sprintf(`lockvet.classPoint(%q)`, ledger))
	b.until(`document.getElementById('class-title') !== null`)
	if got := b.text("#class-title"); got != ledger {
		t.Errorf("panel shows %q, want %q", got, ledger)
	}
	b.click(fmt.Sprintf(`#selection .item[data-from=%q][data-to=%q]`, ledger, logMu))
	b.until(`lockvet.selected.startsWith('#edge=')`)
	checkWitness(t, b)
}

func TestEdgeOpensByAClickOnIt(t *testing.T) {
	b := openBank(t)
	b.clickAt(fmt.Sprintf(`lockvet.edgePoint(%q, %q)`, ledger, logMu))
	b.until(`lockvet.selected.startsWith('#edge=')`)
	checkWitness(t, b)
	b.clickAt(fmt.Sprintf(`lockvet.edgePoint(%q, %[1]q, 0.4)`, account))
	b.until(`document.getElementById('selection').innerText.includes('interchangeable instances')`)
}

func TestSearch(t *testing.T) {
	b := openBank(t)
	b.press("/")
	b.do(chromedp.KeyEvent("SHARD"))
	b.until(`lockvet.matches() !== null && lockvet.matches().length === 1`)
	if got := b.names(`lockvet.matches()`); !slices.Equal(got, []string{shard}) {
		t.Errorf("matches %q", got)
	}
	got := b.names(`lockvet.shown()`)
	slices.Sort(got)
	if want := []string{table, shard, store + ".cache.lru"}; !slices.Equal(got, want) {
		t.Errorf("shown %q, want the match and its neighbours %q", got, want)
	}
	if got := b.text("#matches"); !strings.Contains(got, "1 class matches") || !strings.Contains(got, "Table.shards[].mu") {
		t.Errorf("list of matches %q", got)
	}
	b.do(chromedp.KeyEvent("\r"))
	b.until(`lockvet.selected.startsWith('#class=')`)
	b.do(chromedp.KeyEvent("\x1b"))
	b.until(`lockvet.matches() === null && lockvet.shown().length === 8 && document.getElementById('search').value === ''`)
	b.do(chromedp.KeyEvent("\x1b"))
	b.until(`lockvet.selected === ''`)
}

func TestPackageFilter(t *testing.T) {
	b := openBank(t)
	b.click(fmt.Sprintf(`.package[data-package=%q] input`, store))
	b.until(`lockvet.shown().length === 5`)
	for _, name := range b.names(`lockvet.shown()`) {
		if strings.HasPrefix(name, store) {
			t.Errorf("%s is shown, but its package is not", name)
		}
	}
	b.click("#packages-none")
	b.until(`lockvet.shown().length === 0`)
	b.click("#packages-all")
	b.until(`lockvet.shown().length === 8`)
	eval[bool](b, fmt.Sprintf(`document.querySelector('.package[data-package=%q] button').click(), true`, audit))
	b.until(`lockvet.shown().length === 2`)
	if got, want := b.text("#counts"), "2 of 8 lock classes, 1 of 12 orders"; got != want {
		t.Errorf("counts %q, want %q", got, want)
	}
}

func TestHideLeaves(t *testing.T) {
	b := openBank(t)
	b.click("#hide-leaves")
	b.until(`lockvet.shown().length < 8`)
	if got := b.names(`lockvet.shown()`); slices.Contains(got, bank+".onceInit") || len(got) != 7 {
		t.Errorf("shown without leaves: %q", got)
	}
	// Without the way back from the log, nothing leads to the ledger, and the
	// log is a leaf once the ledger is gone.
	b.click(fmt.Sprintf(`.package[data-package=%q] input`, store))
	b.until(`lockvet.shown().length === 3`)
	got := b.names(`lockvet.shown()`)
	slices.Sort(got)
	if want := []string{account, ledger, logMu}; !slices.Equal(got, want) {
		t.Errorf("shown %q, want %q", got, want)
	}
}

func TestOnlyCycles(t *testing.T) {
	b := openBank(t)
	b.click("#only-cycles")
	b.until(`lockvet.shown().length === 5`)
	if got := b.names(`lockvet.edges().map((e) => e.severity)`); slices.Contains(got, "") {
		t.Errorf("edges outside of cycles are drawn: %q", got)
	}
}

func TestKindAndOriginFilters(t *testing.T) {
	b := openBank(t)
	all := eval[int](b, `lockvet.edges().length`)
	b.click(`#kinds input[data-filter=poll]`)
	b.until(fmt.Sprintf(`lockvet.edges().length === %d`, all-1))
	b.click(`#origins input[data-filter="run time"]`)
	b.until(fmt.Sprintf(`lockvet.edges().length === %d`, all-3))
}

func TestAddressKeepsTheSelection(t *testing.T) {
	b := openBank(t)
	b.clickAt(fmt.Sprintf(`lockvet.classPoint(%q)`, sink))
	b.until(`location.hash.startsWith('#class=')`)
	hash := eval[string](b, `location.hash`)
	b.do(chromedp.Navigate("about:blank"))
	b.load(hash)
	if got := b.text("#class-title"); got != sink {
		t.Errorf("after loading %s the panel shows %q, want %q", hash, got, sink)
	}
}

func TestHostileText(t *testing.T) {
	const text = "</script><script>window.pwned=1</script><img src=x onerror=window.pwned=1><!-- \u2028"
	at := lockgraph.Site{Pkg: "p", File: text, Line: 2, Func: text}
	g := lockgraph.New()
	g.AddEdge(lockgraph.Edge{From: "p.A" + text, To: "p.B" + text, Held: at, Site: at, Origin: lockgraph.Static, Gates: []lockgraph.Gate{{Class: text}}})
	source := func(lockgraph.Site) (string, []graphpage.Line) {
		return text, []graphpage.Line{{Number: 2, Text: text}}
	}
	b := open(t, graphpage.Page{Title: text, Graph: g, Source: source})
	b.press("/")
	b.do(chromedp.KeyEvent("p."), chromedp.KeyEvent("\r"))
	b.until(`document.getElementById('class-title') !== null`)
	b.click(`#selection .item`)
	b.until(`lockvet.selected.startsWith('#edge=')`)
	if got := b.text("#selection pre.source"); !strings.Contains(got, "<img src=x onerror") {
		t.Errorf("source %q", got)
	}
	if eval[bool](b, `'pwned' in window || document.querySelector('#selection img, header img') !== null`) {
		t.Error("text of the graph became markup")
	}
}

func TestDarkScheme(t *testing.T) {
	b := openBank(t)
	light := eval[string](b, `getComputedStyle(document.body).backgroundColor`)
	features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
		t.Fatal(err)
	}
	b.until(fmt.Sprintf(`getComputedStyle(document.body).backgroundColor !== %q`, light))
	b.until(`getComputedStyle(document.querySelector('#graph canvas')).backgroundColor === getComputedStyle(document.body).backgroundColor`)
}

func TestAbout(t *testing.T) {
	b := openBank(t)
	b.click("#about-open")
	b.until(`document.getElementById('about').open`)
	b.click("#about summary")
	b.until(`document.getElementById('about').innerText.includes('Vasco Asturiano')`)
	b.do(chromedp.KeyEvent("\x1b"))
	b.until(`!document.getElementById('about').open`)
}
