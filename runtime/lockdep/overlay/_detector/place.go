package testdeps

import (
	"runtime"
	"strings"
)

// Places are resolved in the table of sites, once each.

// lockdepResolvePlace looks up a place that was not seen before.
//
//go:norace
func lockdepResolvePlace(g *Goroutine, pc uintptr) *lockdepPlace {
	g.busy = true
	var pcs [1]uintptr
	pcs[0] = pc
	n, place, more := lockdepResolve(pcs[:])
	if more {
		n = 0
	}
	g.busy = false
	return &lockdepPlace{pc, n, place}
}

//go:norace
func lockdepResolveChain(g *Goroutine, pcs [lockdepDepth]uintptr, count int) *lockdepChain {
	g.busy = true
	c := &lockdepChain{pcs: pcs}
	c.node, c.place, _ = lockdepResolve(pcs[:count])
	g.busy = false
	return c
}

// lockdepResolve finds the class of the lock acquired at the first of the return
// addresses. more says that the lock is the caller's and that further frames
// are needed to tell it.
//
// place stands for the frame that names the lock, since a function that gets
// locks from its callers tells nothing. If there is no such frame, it is the first
// outside of package sync. It is what lockdepExpand makes of a return address: a
// function that was inlined is not taken for the one around it.
//
// It is ordinary code that takes no locks; it may be instrumented, since it only
// touches what is its own.
func lockdepResolve(pcs []uintptr) (n nodeID, place uintptr, more bool) {
	if len(pcs) == 0 {
		return lockdepWeak(0), 0, false
	}
	var expanded [8 * lockdepDepth]uintptr
	k := lockdepExpand(expanded[:], pcs)
	callee := ""
	for i := 0; i < k; i++ {
		// Each is a frame of its own, also of a call that was inlined.
		f, _ := runtime.CallersFrames(expanded[i : i+1]).Next()
		if place == 0 && !strings.HasPrefix(f.Function, "sync.") {
			place = expanded[i]
		}
		site := lockdepSite(f)
		value, found := lockdepFind(site, callee)
		if !found {
			site = lockdepInlined(f)
			value, found = lockdepFind(site, callee)
		}
		if !found || value == lockdepAmbiguous {
			more = false
			break
		}
		if value != lockdepCaller {
			return lockdepNamed(value), expanded[i], false
		}
		callee, more = site, true
	}
	if place == 0 {
		place = pcs[0]
	}
	return lockdepWeak(pcs[0]), place, more
}

// Values of the table that are no class.
const (
	lockdepCaller    = "^"
	lockdepAmbiguous = "?"
)

// lockdepFind looks for a place, or for a call from there that leads to callee.
func lockdepFind(site, callee string) (value string, found bool) {
	if site == "" {
		return "", false
	}
	if callee != "" {
		site += " " + callee
	}
	return lookup(lockdepSites, site)
}

// lockdepSite names the place of a frame as the table does.
func lockdepSite(f runtime.Frame) string {
	buf := make([]byte, len(f.Function)+len(f.File)+24)
	return string(buf[:putSite(buf, f.Function, f.File, f.Line)])
}

// lockdepInlined is the site of a function literal that was inlined into another
// package, with the function around it: its name is then of that package, and
// only the file tells its own.
func lockdepInlined(f runtime.Frame) string {
	buf := make([]byte, len(f.File)+1)
	pkg, found := lookup(lockdepSites, string(buf[:putFile(buf, f.File)]))
	if !found || pkg == lockdepAmbiguous {
		return ""
	}
	return pkg + "/" + lastElement(f.File) + ":" + digits(f.Line)
}

// lockdepNamed returns the node of a class.
//
//go:norace
func lockdepNamed(class string) nodeID {
	enter()
	n := classes[nameClass(class, 0)].node
	leave()
	return n
}

// lockdepWeak returns a node for locks of which only the place is known. They
// make no orders.
//
//go:norace
func lockdepWeak(pc uintptr) nodeID {
	enter()
	c := placeClass(pc)
	if classes[c].node == 0 {
		n := addNode(c)
		classes[c].node, classes[c].weak = n, true
	}
	n := classes[c].node
	leave()
	return n
}
