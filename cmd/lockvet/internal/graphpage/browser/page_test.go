// Package browser tests the page of an order graph in a real browser, a
// Chromium without a window. It is a module of its own, so that what drives the
// browser is no dependency of lockvet. Without a Chromium its tests are skipped.
package browser

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/lockvet/lockvet/cmd/lockvet/internal/graphpage"
	"github.com/lockvet/lockvet/cmd/lockvet/internal/graphpage/demo"
	"github.com/lockvet/lockvet/lockgraph"
)

var (
	chromium = flag.String("chromium", "", "the Chromium to test in, instead of one from the path")

	browserContext context.Context
	browserMissing string
)

func TestMain(m *testing.M) {
	flag.Parse()
	stop := start()
	if browserMissing != "" {
		fmt.Println("skipping all tests:", browserMissing)
	}
	code := m.Run()
	stop()
	os.Exit(code)
}

// start starts one browser for all tests; each has a tab of its own.
func start() (stop func()) {
	path := *chromium
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome", "headless-shell"} {
		if path != "" {
			break
		}
		path, _ = exec.LookPath(name)
	}
	if path == "" {
		browserMissing = "no Chromium found: install it, or name one with -chromium"
		return func() {}
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.WindowSize(1600, 1000))
	allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, stopBrowser := chromedp.NewContext(allocator)
	if err := chromedp.Do(ctx); err != nil {
		fmt.Fprintf(os.Stderr, "start %s: %v\n", path, err)
		os.Exit(2)
	}
	browserContext = ctx
	return func() { stopBrowser(); stopAllocator() }
}

// tab is a page in the browser. Whatever it writes to the console, and any
// request but the one for the page itself, is a failure of its test.
type tab struct {
	t    testing.TB
	ctx  context.Context
	fail context.CancelCauseFunc // ends what waits for the page
	url  string

	close func() // reports what was seen

	mu   sync.Mutex
	seen []string
}

// open writes the page and opens it, and returns when its first frame is drawn.
func open(t testing.TB, p graphpage.Page) *tab {
	t.Helper()
	b := newTab(t)
	b.write(p)
	b.load("")
	return b
}

func newTab(t testing.TB) *tab {
	t.Helper()
	if browserContext == nil {
		t.Skip(browserMissing)
	}
	ctx, stop := chromedp.NewContext(browserContext)
	ctx, stopTimer := context.WithTimeout(ctx, time.Minute)
	ctx, fail := context.WithCancelCause(ctx)
	b := &tab{t: t, ctx: ctx, fail: fail, url: "file://" + filepath.Join(t.TempDir(), "graph.html")}
	b.watch()
	b.close = sync.OnceFunc(func() {
		fail(nil)
		stopTimer()
		stop()
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, what := range b.seen {
			t.Errorf("the page made %s", what)
		}
	})
	t.Cleanup(b.close)
	return b
}

func (b *tab) watch() {
	note := func(format string, args ...any) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.seen = append(b.seen, fmt.Sprintf(format, args...))
	}
	messages := chromedp.Console(b.ctx)
	requests := chromedp.Events(b.ctx, network.RequestWillBeSent)
	if _, err := chromedp.Call(b.ctx, network.Enable, network.EnableParams{}); err != nil {
		b.t.Fatal(err)
	}
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			note("a message in the console: %v", m)
			if m.IsException() {
				b.fail(errors.New(m.Text))
			}
		}
	}()
	go func() {
		for r, err := range requests {
			if err != nil {
				return
			}
			at, _, _ := strings.Cut(r.Request.URL, "#")
			if at != b.url && !strings.HasPrefix(at, "data:") {
				note("a request for %s", r.Request.URL)
			}
		}
	}()
}

func (b *tab) write(p graphpage.Page) {
	b.t.Helper()
	if p.Graph != nil {
		p.Cycles = p.Graph.Cycles(lockgraph.Options{})
	}
	f, err := os.Create(strings.TrimPrefix(b.url, "file://"))
	if err != nil {
		b.t.Fatal(err)
	}
	if err := graphpage.Write(f, p); err != nil {
		b.t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.t.Fatal(err)
	}
}

func (b *tab) load(hash string) {
	b.t.Helper()
	b.do(chromedp.Navigate(b.url + hash))
	b.until(`document.documentElement.dataset.ready !== undefined`)
}

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.t.Fatal(err)
	}
}

// eval returns the value of an expression in the page.
func eval[T any](b *tab, expression string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, cmp.Or(context.Cause(b.ctx), err))
	}
	return v
}

// until waits for a condition, which the page checks at each of its frames.
func (b *tab) until(condition string) {
	b.t.Helper()
	eval[bool](b, `new Promise((done) => {
		const check = () => (`+condition+`) ? done(true) : requestAnimationFrame(check);
		check();
	})`)
}

// still waits until the camera has come to rest.
func (b *tab) still() {
	b.t.Helper()
	eval[bool](b, `new Promise((done) => {
		let last = -1;
		const check = () => {
			if (lockvet.frames === last) return done(true);
			last = lockvet.frames;
			requestAnimationFrame(() => requestAnimationFrame(check));
		};
		requestAnimationFrame(() => requestAnimationFrame(check));
	})`)
}

// text is what the element shows.
func (b *tab) text(selector string) string {
	b.t.Helper()
	return eval[string](b, fmt.Sprintf(`document.querySelector(%q).innerText`, selector))
}

// click clicks the element with the mouse.
func (b *tab) click(selector string) {
	b.t.Helper()
	b.do(chromedp.Click(chromedp.CSS(selector)))
}

// press types a character as a keyboard does: what handles the key can keep the
// character from being written, which chromedp.KeyEvent sends in any case.
func (b *tab) press(key string) {
	b.t.Helper()
	down := input.DispatchKeyEventParams{Type: "keyDown", Key: key, Text: key}
	up := input.DispatchKeyEventParams{Type: "keyUp", Key: key}
	for _, event := range []input.DispatchKeyEventParams{down, up} {
		if _, err := chromedp.Call(b.ctx, input.DispatchKeyEvent, event); err != nil {
			b.t.Fatal(err)
		}
	}
}

// clickAt clicks the point that the expression gives.
func (b *tab) clickAt(point string) {
	b.t.Helper()
	p := eval[struct{ X, Y float64 }](b, point)
	b.do(chromedp.MouseClickXY(p.X, p.Y))
}

func (b *tab) names(expression string) []string {
	b.t.Helper()
	return eval[[]string](b, expression)
}

const (
	bank, audit, store = "example.com/bank", "example.com/bank/audit", "example.com/bank/internal/store.v2"

	ledger, account = bank + ".Ledger.mu", bank + ".Account.mu"
	logMu, sink     = audit + ".Log.mu", audit + ".sinkMu"
	table, shard    = store + ".Table.mu", store + ".Table.shards[].mu"
)

func openBank(t *testing.T) *tab {
	t.Helper()
	return open(t, graphpage.Page{Title: "Lock order of bank", Graph: demo.Bank(), Source: demo.Source})
}

func medium() *lockgraph.Graph {
	return demo.Generate(demo.Size{Packages: 40, Classes: 400, Edges: 700, Back: 40})
}

func large() *lockgraph.Graph {
	return demo.Generate(demo.Size{Packages: 220, Classes: 5000, Edges: 20_000, Back: 12})
}
