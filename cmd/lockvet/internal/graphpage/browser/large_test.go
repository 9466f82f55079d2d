package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/lockvet/lockvet/cmd/lockvet/internal/graphpage"
	"github.com/lockvet/lockvet/cmd/lockvet/internal/graphpage/demo"
	"github.com/lockvet/lockvet/lockgraph"
)

func TestBoxesDoNotOverlap(t *testing.T) {
	for name, g := range map[string]*lockgraph.Graph{"bank": demo.Bank(), "medium": medium(), "large": large()} {
		t.Run(name, func(t *testing.T) {
			b := open(t, graphpage.Page{Title: name, Graph: g})
			overlaps := eval[int](b, `(() => {
				const boxes = lockvet.boxes().sort((a, b) => a.y - b.y || a.x - b.x);
				let n = 0;
				boxes.forEach((a, i) => {
					for (let j = i + 1; j < boxes.length && boxes[j].y < a.y + a.h; j++) {
						const b = boxes[j];
						n += a.x < b.x + b.w && b.x < a.x + a.w;
					}
				});
				return n;
			})()`)
			if overlaps > 0 {
				t.Errorf("%d pairs of classes lie on each other", overlaps)
			}
			if got, want := eval[int](b, `lockvet.boxes().length`), len(g.Classes()); got != want {
				t.Errorf("%d classes are placed, want %d", got, want)
			}
		})
	}
}

func TestLargeGraphAnswers(t *testing.T) {
	g := large()
	b := open(t, graphpage.Page{Title: "large", Graph: g, Source: demo.Source})
	edge := g.Edges()[0]
	b.clickAt(fmt.Sprintf(`lockvet.classPoint(%q)`, edge.From))
	b.until(`document.getElementById('class-title') !== null`)
	if got := b.text("#class-title"); got != edge.From {
		t.Errorf("panel shows %q, want %q", got, edge.From)
	}
	b.click(fmt.Sprintf(`#selection .item[data-from=%q][data-to=%q]`, edge.From, edge.To))
	b.until(`lockvet.selected.startsWith('#edge=')`)
	b.press("/")
	b.do(chromedp.KeyEvent("pool1.closemu"))
	b.until(`lockvet.matches() !== null && document.getElementById('matches').innerText.includes('Pool1.closeMu')`)
	if shown := eval[int](b, `lockvet.shown().length`); shown == 0 || shown > 1000 {
		t.Errorf("the search shows %d classes", shown)
	}
}
