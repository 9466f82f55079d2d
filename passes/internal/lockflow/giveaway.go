package lockflow

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Locks may be released by what a function cannot see: a method value that was
// stored, a method behind an interface, a loop over what was locked. Such a
// lock is not followed further, since it may or may not be held.

// giveAway forgets the locks that a function value releases, if the value is
// kept: whoever has it may call it.
func (f *flow) giveAway(fr *frame, mc *ssa.MakeClosure, s *state) *state {
	if len(s.held) == 0 || !kept(mc) {
		return s
	}
	return f.give(fr, mc, s)
}

// give forgets the locks that a function value releases.
func (f *flow) give(fr *frame, mc *ssa.MakeClosure, s *state) *state {
	fn := mc.Fn.(*ssa.Function)
	if fn.Parent() == nil {
		if prim := primitiveOf(declared(fn)); prim.kind == primUnlock && len(mc.Bindings) == 1 {
			return f.drop(s, func(h *heldLock) bool { return h.is(f.lockPath(fr, mc.Bindings[0])) })
		}
		return s
	}
	sum := f.sums[fn]
	if sum == nil {
		return s
	}
	for _, x := range sum.exits {
		for _, r := range x.released {
			s = f.drop(s, func(h *heldLock) bool { return h.is(r.path) })
		}
	}
	return s
}

// kept reports whether a function value goes where calls of it are not seen.
func kept(v ssa.Value) bool {
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if a, ok := ref.Addr.(*ssa.Alloc); ok && a.Comment != "" {
				continue // a variable
			}
			return true
		case *ssa.MapUpdate, *ssa.Send, *ssa.MakeInterface, *ssa.Phi:
			return true
		case *ssa.ChangeType:
			if kept(ref) {
				return true
			}
		}
	}
	return false
}

func (f *flow) drop(s *state, gone func(*heldLock) bool) *state {
	if !slices.ContainsFunc(s.held, gone) {
		return s
	}
	t := s.clone()
	t.held = slices.DeleteFunc(slices.Clone(s.held), gone)
	return t
}

// unseenRelease forgets the locks of the classes that a function behind a
// dynamic call may release.
func (f *flow) unseenRelease(s *state, t *target) *state {
	if len(s.held) == 0 || t.key == "" {
		return s
	}
	classes := f.releasedBy(t)
	if len(classes) == 0 {
		return s
	}
	return f.drop(s, func(h *heldLock) bool { return slices.Contains(classes, f.class(h.path).name) })
}

// releasedBy returns the classes that the functions in sight behind a dynamic
// call release without having acquired them.
func (e *engine) releasedBy(t *target) []string {
	if got, ok := e.releases[t.key]; ok {
		return got
	}
	e.releases[t.key] = nil // while it is worked out
	var classes []string
	add := func(s *summary) {
		if s == nil {
			return
		}
		for _, x := range s.exits {
			for _, r := range x.released {
				classes = append(classes, e.class(r.path).name)
			}
		}
	}
	providers := e.providers[t.key]
	if t.key[0] == 'I' {
		providers = e.implementers(t)
	}
	for _, p := range providers {
		if p.fn != nil {
			add(e.sums[p.fn])
		} else {
			add(e.imported.byKey(e, p.key))
		}
	}
	e.releases[t.key] = classes
	return classes
}

// releaseLoops returns, by header, the loops of a function that release
// elements, with the classes that they release: past such a loop none of the
// elements is held, however often it ran.
func (f *flow) releaseLoops(fr *frame) []releaseLoop {
	if loops, ok := f.loops[fr.fn]; ok {
		return loops
	}
	var loops []releaseLoop
	for _, b := range fr.fn.Blocks {
		for _, head := range b.Succs {
			if !head.Dominates(b) {
				continue
			}
			l := releaseLoop{head: head, body: loopBody(head, b)}
			for x := range l.body {
				for _, instr := range x.Instrs {
					if c, ok := instr.(*ssa.Call); ok {
						l.classes = append(l.classes, f.releasesElement(fr, c, l.body)...)
					}
				}
			}
			if len(l.classes) > 0 {
				slices.Sort(l.classes)
				loops = append(loops, l)
			}
		}
	}
	f.loops[fr.fn] = loops
	return loops
}

type releaseLoop struct {
	head    *ssa.BasicBlock
	body    map[*ssa.BasicBlock]bool
	classes []string
}

// releasesElement returns the class of the lock that a call releases, if that
// is another one each time round.
func (f *flow) releasesElement(fr *frame, c *ssa.Call, body map[*ssa.BasicBlock]bool) []string {
	prim := f.primitiveCall(c.Common())
	recv := f.receiver(c.Common())
	if prim.kind != primUnlock || recv == nil {
		return nil
	}
	p := f.lockPath(fr, recv)
	for q := p; q != nil; q = q.parent {
		if q.kind != stepIndex && q.kind != rootValue {
			continue
		}
		if v, ok := q.val.(ssa.Instruction); ok && body[v.Block()] {
			return []string{f.class(p).name}
		}
	}
	return nil
}

// loopBody returns the blocks of the loop with the given header and back edge.
func loopBody(head, tail *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	body := map[*ssa.BasicBlock]bool{head: true}
	queue := []*ssa.BasicBlock{tail}
	for len(queue) > 0 {
		b := queue[0]
		queue = queue[1:]
		if !body[b] {
			body[b] = true
			queue = append(queue, b.Preds...)
		}
	}
	return body
}

// leave applies the release loops that an edge leaves by coming to their end,
// not by a break.
func (f *flow) leave(fr *frame, s *state, from, to *ssa.BasicBlock) *state {
	if len(s.held) == 0 {
		return s
	}
	for _, l := range f.releaseLoops(fr) {
		if l.head == from && !l.body[to] && strings.HasSuffix(from.Comment, ".loop") {
			s = f.drop(s, func(h *heldLock) bool {
				return !named(h) && !l.carries(h) && slices.Contains(l.classes, f.class(h.path).name)
			})
		}
	}
	return s
}

// carries reports whether a variable of the loop leads to h, as when a list is
// walked hand over hand.
func (l *releaseLoop) carries(h *heldLock) bool {
	return slices.ContainsFunc(append([]*path{h.path}, h.aliases...), func(p *path) bool {
		phi, ok := p.root().val.(*ssa.Phi)
		return ok && p.root().kind == rootValue && phi.Block() == l.head
	})
}

// named reports whether h is one lock that the function can tell from others
// of its class: no element, and nothing of an earlier iteration.
func named(h *heldLock) bool {
	for p := h.path; p != nil; p = p.parent {
		if p.kind == rootOld || p.kind == rootValue || p.kind == stepIndex && p.name == "" {
			return false
		}
	}
	return true
}
