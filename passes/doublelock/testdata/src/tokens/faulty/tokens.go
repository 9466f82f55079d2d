// Package faulty holds faults that must be found: a channel with room for one
// element is used as a mutex.
package faulty

// The token is sent by both functions before either receives it.

type printer struct {
	busy  chan struct{}
	pages int
}

func newPrinter() *printer { return &printer{busy: make(chan struct{}, 1)} }

func (p *printer) count() int {
	p.busy <- struct{}{}
	defer func() { <-p.busy }()
	return p.pages
}

func (p *printer) print(n int) {
	p.busy <- struct{}{}
	defer func() { <-p.busy }()
	p.pages = p.count() + n // want `printer.busy is locked by a goroutine that holds it, a deadlock: locked at tokens.go:15 \(called from tokens.go:23\) while it is held since tokens.go:21`
}

// Methods named for it.

type token chan struct{}

func (t token) lock()   { t <- struct{}{} }
func (t token) unlock() { <-t }

type scanner struct {
	tok   token
	pages []string
}

func newScanner() *scanner { return &scanner{tok: make(token, 1)} }

func (s *scanner) last() string {
	s.tok.lock()
	defer s.tok.unlock()
	return s.pages[len(s.pages)-1]
}

func (s *scanner) again() {
	s.tok.lock()
	defer s.tok.unlock()
	s.pages = append(s.pages, s.last()) // want `scanner.tok is locked by a goroutine that holds it, a deadlock: locked at tokens.go:30 \(called from tokens.go:49, tokens.go:41\) while it is held since tokens.go:30 \(called from tokens.go:47\)`
}
