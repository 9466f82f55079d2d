//go:build !gc || !(amd64 || arm64) || purego

package adaptive

// noteOwner would store the running goroutine in p.
func noteOwner(p *uintptr) {}
