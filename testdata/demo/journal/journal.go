// Package journal collects entries in pages and writes the pages out.
package journal

import (
	"strings"
	"sync"
)

// A Journal owns pages and the output they are flushed to.
type Journal struct {
	mu    sync.Mutex
	out   strings.Builder
	dirty int
	pages map[int]*Page
}

// A Page is a buffer of entries that one worker fills.
type Page struct {
	mu      sync.Mutex
	journal *Journal
	entries []string
}

func New() *Journal {
	return &Journal{pages: make(map[int]*Page)}
}

// Page returns page n, making it if need be.
func (j *Journal) Page(n int) *Page {
	j.mu.Lock()
	defer j.mu.Unlock()
	p := j.pages[n]
	if p == nil {
		p = &Page{journal: j}
		j.pages[n] = p
	}
	return p
}

// Append locks the page, then the journal: the order of this package.
func (p *Page) Append(entry string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.entries = append(p.entries, entry)
	if len(p.entries) == 1 {
		p.journal.mu.Lock()
		p.journal.dirty++
		p.journal.mu.Unlock()
	}
}

// Flush writes a page out. This is the second fault: it needs both locks but
// starts with the journal's, so it tries the page's, and on failure lets the
// journal go and starts again at once. While Append is at work it burns a CPU;
// with a trylock that spins, each would wait for the other over and over.
func (j *Journal) Flush(p *Page) {
again:
	j.mu.Lock()
	if !p.mu.TryLock() { // want trylockorder `Page\.mu`
		j.mu.Unlock()
		goto again
	}
	j.write(p)
	p.mu.Unlock()
	j.mu.Unlock()
}

// TryFlush flushes if it can have both locks now, and otherwise leaves the page
// for later: nothing waits, so the order does not matter.
func (j *Journal) TryFlush(p *Page) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	if !p.mu.TryLock() {
		return false
	}
	defer p.mu.Unlock()
	j.write(p)
	return true
}

// write empties the page into the output. Both locks are held.
func (j *Journal) write(p *Page) {
	if len(p.entries) == 0 {
		return
	}
	j.out.WriteString(strings.Join(p.entries, "\n"))
	p.entries = p.entries[:0]
	j.dirty--
}
