// Package importer sees only what package suppressed exports: the accepted edge
// is not among it. So an edge here that agrees with Grow closes no cycle.
package importer

import "example.com/suppressed"

func Prune(t *suppressed.Tree, l *suppressed.Leaf) {
	t.Mu.Lock()
	defer t.Mu.Unlock()
	l.Mu.Lock()
	defer l.Mu.Unlock()
}

func Fall(t *suppressed.Tree, l *suppressed.Leaf) {
	suppressed.Shed(t, l)
	suppressed.Grow(t, l)
}
