//go:build gc && (amd64 || arm64) && !purego

package adaptive

// noteOwner stores the running goroutine in p. It is called by the holder of
// the lock only, so there is one writer at a time. It is in assembly because
// Go has no store that is atomic and not sequentially consistent.
//
//go:noescape
func noteOwner(p *uintptr)
