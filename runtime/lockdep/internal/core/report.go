package core

// A Fault is what a report is about.
type Fault uint8

const (
	Cycle         Fault = iota // locks are taken in a circular order; see Kind
	DoubleLock                 // the goroutine waits for a lock that it holds
	Upgrade                    // it waits to write what it holds for reading
	RecursiveRead              // it reads what it holds for reading, and a writer may come between
	WrongMode                  // a release in the other mode
	HeldAtExit                 // a goroutine ended with a lock, and nobody has released it
	NotHeld                    // an assertion failed: the lock is not held, or only for reading
	Held                       // an assertion failed: the lock is held
)

// A Report is a fault with what proves it. It is made once, and then belongs
// to the front end.
type Report struct {
	Fault    Fault
	Kind     Kind    // of a cycle: its mildest edge
	Steps    []Step  // of a cycle its edges; otherwise where the lock was acquired
	Stack    *Stack  // of the goroutine that made the report
	Mistaken bool    // has turned out to be none; see [Goroutine.Acquired] and handOver
	WriterPC uintptr // where the writer waits that makes readers conflict, or 0
	Next     *Report
	made     *Report // the one before it, of all
}

// made lists all reports.
var made *Report

// A Step is one edge of a cycle.
type Step struct {
	From, To         Name
	from, to         nodeID
	fromLock, toLock uint32
	FromMode, ToMode Mode
	Kind             Kind
	HeldPC           uintptr // where From was acquired
	Stack            *Stack  // where To was
}

// A Name is what there is to call a lock by.
type Name struct {
	Class    string  // "" if it has no name
	Level    uint8   // of LockNested
	PC       uintptr // where the locks of the class were first acquired, if it has no name
	Instance uint32  // of a single lock, otherwise 0
}

// A Stack is where a goroutine was. The front end fills it.
type Stack struct {
	PCs     [maxFrames]uintptr
	N       int
	ID      uint64 // of the goroutine
	Creator string // the function that started it
	Parent  uint64 // the goroutine that did
}

const maxFrames = 32

//go:norace
func nameOf(n nodeID) Name {
	c := &classes[nodes[n].class]
	return Name{Class: c.name, Level: c.level, PC: c.pc, Instance: nodes[n].instance}
}

// report adds an empty report to those of the slow path.
//
//go:norace
func (w *work) report(f Fault) *Report {
	r := &Report{Fault: f, Stack: w.trace(), made: made}
	made = r
	if w.last == nil {
		w.reports = r
	} else {
		w.last.Next = r
	}
	w.last = r
	return r
}

// add adds a step. Reports are short.
//
//go:norace
func (r *Report) add(from, to nodeID, heldPC uintptr, s *Stack) *Step {
	more := make([]Step, len(r.Steps)+1)
	for i := range r.Steps {
		more[i] = r.Steps[i]
	}
	r.Steps = more
	step := &r.Steps[len(r.Steps)-1]
	step.From, step.To, step.HeldPC, step.Stack = nameOf(from), nameOf(to), heldPC, s
	step.from, step.to = from, to
	return step
}

// single reports a fault of one lock, which the goroutine holds as h.
//
//go:norace
func (w *work) single(f Fault, h *Entry) *Report {
	r := w.report(f)
	step := r.add(h.lock.node, w.want.lock.node, h.pc, w.trace())
	step.FromMode, step.ToMode = h.mode, w.want.mode
	return r
}

// reportCycle reports the cycle in path and marks its edges.
//
//go:norace
func (w *work) reportCycle(k Kind) {
	r := w.report(Cycle)
	r.Kind = k
	for i := 0; i < pathLen; i++ {
		e := &edges[path[i]]
		if !e.reported || e.layer > k {
			e.reported, e.layer = true, k
		}
		step := r.add(e.from, e.to, e.heldPC, e.stack)
		step.FromMode, step.ToMode, step.Kind = e.fromMode, e.toMode, e.kind
		step.fromLock, step.toLock = e.fromLock, e.toLock
		before := &edges[path[(i+pathLen-1)%pathLen]]
		if e.fromMode == Shared && before.toMode == Shared {
			r.WriterPC = writers[writerAt(e.from)].pc
		}
	}
}

// WithdrawNested marks as mistaken the cycles through classes that turned out to
// be nested after the report, where two different locks meet.
//
//go:norace
func WithdrawNested() {
	enter()
	for r := made; r != nil; r = r.made {
		for i := range r.Steps {
			from, to := &r.Steps[i], &r.Steps[(i+1)%len(r.Steps)]
			if r.Fault == Cycle && isNested(to.from) && from.toLock != to.fromLock {
				r.Mistaken = true
			}
		}
	}
	leave()
}
