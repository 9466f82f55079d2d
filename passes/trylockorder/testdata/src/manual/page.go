package manual

import "sync"

type Page struct {
	mu    sync.Mutex
	table *Table
	dirty bool
}

type Table struct {
	mu    sync.Mutex
	pages []*Page
}

func (p *Page) Flush() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dirty = false
	p.table.mu.Lock() // page.go:20
	defer p.table.mu.Unlock()
}

func (t *Table) Evict(p *Page) {
again:
	t.mu.Lock()
	if !p.mu.TryLock() { // page.go:27 // want `safe only while TryLock does not spin.*: Page.mu -> Table.mu -> Page.mu: `
		t.mu.Unlock()
		goto again
	}
	p.mu.Unlock()
	t.mu.Unlock()
}
