package lockflow

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/lockvet/lockvet/lockgraph"
)

// tries selects the trylocks of the function, tried under a lock of its own,
// whose failure the caller learns of with that lock released.
func (f *flow) tries(results []result) []tryRef {
	var out []tryRef
	for _, e := range f.edges[f.firstEdge:] {
		if e.target != nil || e.kind != lockgraph.Try && (e.kind != lockgraph.Spin || e.retries) || e.report != e.site {
			continue
		}
		if c, ok := f.failureOf(e, results); ok {
			out = append(out, tryRef{e, c})
		}
	}
	return out
}

// failureOf returns the result by which a caller learns that e's trylock
// failed: all failures return it, and some success does not.
func (f *flow) failureOf(e *rawEdge, results []result) (cond, bool) {
	for i := range f.root.fn.Signature.Results().Len() {
		failed, other, ok := unknown, false, true
		for _, r := range results {
			if r.ret == nil || i >= len(r.values) {
				continue
			}
			o := r.values[i]
			if r.state.failed != e.site {
				other = other || o != unknown
				continue
			}
			holds := slices.ContainsFunc(r.state.held, func(h *heldLock) bool { return h.is(e.from) })
			if o == unknown || holds || failed != unknown && failed != o {
				ok = false
				break
			}
			failed = o
		}
		if ok && other && failed != unknown {
			return cond{i, failed}, true
		}
	}
	return cond{}, false
}

// applyTries makes retries of a callee's trylocks where the call is repeated
// at once until they succeed.
func (f *flow) applyTries(in *invocation, sum *summary, s *state) {
	v, ok := in.instr.(*ssa.Call)
	if !ok || len(in.via) > 0 {
		return
	}
	for _, t := range sum.tries {
		loop := f.tryLoop(in.fr, v, &t.cond, t.cond.outcome, s)
		if !loop.endless() || loop.blocks {
			continue
		}
		e := *t.edge
		if e.kind == lockgraph.Spin {
			e.retries = true
		} else {
			e.kind = lockgraph.Retry
		}
		again := f.siteAt(in.fr, in.instr)
		e.calls = append(slices.Clip(e.calls), again)
		if !e.report.pos.IsValid() {
			e.report = again // the trylock is another package's, the loop is ours
		}
		f.addEdge(&e)
	}
}
