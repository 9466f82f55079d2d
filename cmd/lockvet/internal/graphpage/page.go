// Package graphpage writes an order graph as one HTML page to look at and to
// work with. The page holds all it needs: its program, its style and the graph,
// with the source lines of the witnesses. It asks the network for nothing, and
// its content security policy forbids it to.
//
// The program under assets/js is bundled with the library that it draws with
// by the script in assets/build; the bundle is committed and embedded.
package graphpage

import (
	"bufio"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html"
	"io"
	"strings"

	"github.com/lockvet/lockvet/lockgraph"
)

//go:generate npm --prefix assets/build ci --ignore-scripts --no-audit --no-fund
//go:generate npm --prefix assets/build run build

// Page is what to write.
type Page struct {
	Title  string            // shown, and the title of the document
	Graph  *lockgraph.Graph  // nil is an empty graph
	Cycles []lockgraph.Cycle // to show; their edges are the graph's

	// Source returns the lines around a place of a witness, in their order,
	// and a path that tells people where the file is. It may be nil, and
	// return nothing for a place whose source it does not know. It is called
	// once for each place.
	Source func(lockgraph.Site) (path string, lines []Line)
}

// Line is a line of source.
type Line struct {
	Number int
	Text   string
}

var (
	//go:embed assets/page.html
	document string
	//go:embed assets/page.css
	style string
	//go:embed assets/bundle.js
	program string
	//go:embed assets/LICENSES
	licences string
)

// Write writes p to w. The same page gives the same bytes.
func Write(w io.Writer, p Page) error {
	if p.Graph == nil {
		p.Graph = lockgraph.New()
	}
	graph, sources, err := encode(p)
	if err != nil {
		return err
	}
	parts := strings.NewReplacer(
		"{{title}}", html.EscapeString(p.Title),
		"{{policy}}", policy(),
		"{{style}}", style,
		"{{licences}}", html.EscapeString(licences),
		"{{data}}", string(graph),
		"{{sources}}", string(sources),
		"{{program}}", program,
	)
	b := bufio.NewWriter(w)
	if _, err := parts.WriteString(b, document); err != nil {
		return err
	}
	return b.Flush()
}

// policy lets the page run its own program and nothing else, and load nothing.
// The library adds a style of its own while it runs, hence unsafe-inline there.
func policy() string {
	sum := sha256.Sum256([]byte(program))
	return "default-src 'none'; script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
}
