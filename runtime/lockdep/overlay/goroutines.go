package overlay

import "go/types"

// changeG adds the detector's pointer to type g. It is the last field, since
// assembly knows the offsets of the first ones. Every g is an ordinary object
// of the heap that the runtime keeps for ever, so the collector sees it.
func changeG(s *source) error {
	st, err := s.structure("g")
	if err != nil {
		return err
	}
	for _, f := range []struct{ name, typ string }{{"goid", "uint64"}, {"parentGoid", "uint64"}, {"gopc", "uintptr"}, {"stack", "stack"}} {
		if typ := fieldType(st, f.name); typ == nil || types.ExprString(typ) != f.typ {
			return s.unknown("field %s %s of g not found", f.name, f.typ)
		}
	}
	s.insert(st.Fields.Closing, "lockdep unsafe.Pointer ")
	return s.imports("", "unsafe")
}

// changeGoexit tells the detector of the end of each goroutine that returns or
// calls runtime.Goexit. It is the first thing there: goexit1 runs on the
// goroutine's own stack, and what comes next gives up its race context.
func changeGoexit(s *source) error {
	return s.atStart("goexit1", "if gp := getg(); gp.lockdep != nil { lockdepExit(gp) }")
}

// changeCoroexit does the same for the goroutines of iter.Pull, which do not
// pass through goexit1.
func changeCoroexit(s *source) error {
	return s.atStart("coroexit", "if gp := getg(); gp.lockdep != nil { lockdepExit(gp) }")
}

// changePanic tells the detector that the process ends by a panic that was not
// recovered, or by a misuse of a lock that package sync itself finds. At both
// points any code may run: preprintpanics calls String and Error methods of the
// user, and the others are called by package sync like any function. In
// preprintpanics it stands before the defer, by which a panic meanwhile would be
// fatal in a way that hides the first one.
func changePanic(s *source) error {
	for _, name := range []string{"preprintpanics", "sync_fatal", "internal_sync_fatal"} {
		if err := s.atStart(name, "if lockdepPanicHook != nil { lockdepPanicHook() }"); err != nil {
			return err
		}
	}
	return nil
}

// atStart inserts a statement at the start of a function.
func (s *source) atStart(name, stmt string) error {
	fn, err := s.function("", name)
	if err != nil {
		return err
	}
	s.insert(fn.Body.Lbrace+1, " "+stmt+"; ")
	return nil
}

// provides checks that the runtime has a function, or a method of *recv, that
// the added file calls.
func (s *source) provides(recv, name, signature string) error {
	fn, err := s.function(recv, name)
	if err != nil {
		return err
	}
	if got := types.ExprString(fn.Type); got != signature {
		return s.unknown("%s is %s, not %s", name, got, signature)
	}
	return nil
}

func providesExpand(s *source) error {
	return s.provides("", "fpunwindExpand", "func(dst, pcBuf []uintptr) int")
}

func providesUnwinder(s *source) error {
	return s.provides("unwinder", "initAt", "func(pc0, sp0, lr0 uintptr, gp *g, flags unwindFlags)")
}
