package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/lockvet/lockvet/cmd/lockvet/internal/graphpage"
	"github.com/lockvet/lockvet/lockgraph"
)

// cycleNumber is a condition that holds if the panel shows that cycle of the
// bank.
func cycleNumber(n int) string {
	return fmt.Sprintf(`lockvet.selected.startsWith('#cycle=') && document.getElementById('selection').innerText.includes('%d of 3')`, n)
}

func TestCyclesByKeys(t *testing.T) {
	b := openBank(t)
	for _, step := range []struct {
		key string
		at  int
	}{{"n", 1}, {"n", 2}, {"n", 3}, {"n", 1}, {"p", 3}, {"p", 2}} {
		b.press(step.key)
		b.until(cycleNumber(step.at))
	}
	b.do(chromedp.KeyEvent("\x1b"))
	b.until(`lockvet.selected === ''`)
	b.press("p")
	b.until(cycleNumber(3))
}

// TestFocusStays opens a cycle and goes back by the keyboard alone. Were the
// focus lost with the button that had it, Tab would begin at the top again.
func TestFocusStays(t *testing.T) {
	b := openBank(t)
	eval[bool](b, `document.querySelectorAll('#cycles .item')[1].focus(), true`)
	b.do(chromedp.KeyEvent("\r"))
	b.until(cycleNumber(2))
	if got := eval[string](b, `document.activeElement.id`); got != "back" {
		t.Errorf("focus is on %q, want the way back", got)
	}
	b.do(chromedp.KeyEvent("\r"))
	b.until(`lockvet.selected === ''`)
	if !eval[bool](b, `document.activeElement === document.querySelectorAll('#cycles .item')[1]`) {
		t.Error("focus did not return to the cycle")
	}
}

func TestHistory(t *testing.T) {
	b := openBank(t)
	b.press("n")
	b.until(cycleNumber(1))
	b.press("n")
	b.until(cycleNumber(2))
	eval[bool](b, `history.back(), true`)
	b.until(cycleNumber(1))
	eval[bool](b, `history.back(), true`)
	b.until(`lockvet.selected === ''`)
	eval[bool](b, `history.forward(), true`)
	b.until(cycleNumber(1))
}

func TestBadges(t *testing.T) {
	b := openBank(t)
	if got, want := strings.Fields(b.text("#badges")), "2 deadlocks 1 trylock inversion"; strings.Join(got, " ") != want {
		t.Errorf("badges %q, want %q", got, want)
	}
	b.click("#badges .risk")
	b.until(cycleNumber(3))
	if got := b.text("#selection"); !strings.Contains(got, "Safe only while TryLock tries once") {
		t.Errorf("panel %q does not explain the verdict", got)
	}
}

func TestNothingLeftToShow(t *testing.T) {
	b := openBank(t)
	for _, hide := range []string{"#packages-none", "#only-cycles", `#kinds input[data-filter=wait]`} {
		b.click(hide)
	}
	b.until(`lockvet.shown().length === 0 && !document.getElementById('empty').hidden`)
	b.click("#reset")
	b.until(`lockvet.shown().length === 8 && lockvet.edges().length === 12 && document.getElementById('empty').hidden`)
	if eval[bool](b, `document.querySelector('#filters #kinds input:not(:checked), #packages input:not(:checked), #only-cycles:checked') !== null`) {
		t.Error("a box does not say what is shown")
	}

	b = open(t, graphpage.Page{Title: "empty", Graph: lockgraph.New()})
	if got := b.text("#empty"); got != "This graph is empty: no lock was seen to be acquired while another one is held." {
		t.Errorf("an empty graph says %q", got)
	}
}

func TestHiddenSelection(t *testing.T) {
	b := openBank(t)
	b.press("n")
	b.until(cycleNumber(1))
	b.click("#packages-none")
	b.until(`document.getElementById('note').innerText === 'Filters hide a part of what is selected.'`)
}

func TestMarksOfClasses(t *testing.T) {
	b := openBank(t)
	if got, want := strings.Fields(b.text("#marks")), "weak 1 adaptive 1 nested 1"; strings.Join(got, " ") != want {
		t.Errorf("legend %q, want %q", got, want)
	}
	b.clickAt(fmt.Sprintf(`lockvet.classPoint(%q)`, account))
	b.until(`document.getElementById('class-title') !== null`)
	if got := b.text("#selection"); !strings.Contains(got, "Two of its locks were held at once") {
		t.Errorf("panel %q does not say that the class is nested", got)
	}
}

func TestTip(t *testing.T) {
	b := openBank(t)
	p := eval[struct{ X, Y float64 }](b, fmt.Sprintf(`lockvet.classPoint(%q)`, account))
	move := input.DispatchMouseEventParams{Type: "mouseMoved", X: p.X, Y: p.Y}
	if _, err := chromedp.Call(b.ctx, input.DispatchMouseEvent, move); err != nil {
		t.Fatal(err)
	}
	b.until(`!document.getElementById('tip').hidden`)
	if got, want := b.text("#tip"), account+"\n2 orders from here, 3 to here · nested"; got != want {
		t.Errorf("tip %q, want %q", got, want)
	}
}
