//go:build gc && (amd64 || arm64) && !purego

package core

// Here returns the record of the running goroutine, or nil if [Current] has to
// look for it, and the place from which the function was called that calls Here.
// That function must not be inlined.
//
//go:noescape
func Here() (rec *Goroutine, pc uintptr)

// Above returns the place from which the function was called that called the
// function that calls Above. Neither must be inlined.
//
//go:noescape
func Above() (pc uintptr)

// self returns the address of the running goroutine's g.
//
//go:noescape
func self() uintptr

//go:norace
func selfID() uint64 { return word(idOffset) }

// word returns a word of the running goroutine's g.
//
//go:noescape
func word(offset uintptr) uint64

// idOffset is where a g has the number of its goroutine. No table of Go
// versions says so: the numbers that the runtime prints of some goroutines are
// looked for in their g's, and only one place can have all of them.
var idOffset = findID()

// searched is how far into a g the number may lie. In all versions of Go a g
// is larger.
const searched = 320

func findID() uintptr {
	var possible [searched / 8]int
	const samples = 5
	for range samples {
		done := make(chan bool)
		go func() {
			defer close(done)
			id := goroutineID()
			for i := range possible {
				if word(uintptr(i)*8) == id {
					possible[i]++
				}
			}
		}()
		<-done
	}
	found := uintptr(0)
	for i, n := range possible {
		switch {
		case n != samples:
		case found == 0:
			found = uintptr(i) * 8
		default:
			found = searched // two of them
		}
	}
	if found == 0 || found == searched {
		println("lockdep: off, since it cannot tell goroutines apart in this version of Go; the build tag purego lets it, slowly")
		off = true
		return 0
	}
	return found
}
