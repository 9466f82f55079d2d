package core

// A run is a series of failed attempts for one lock, with nothing else
// acquired or released in between. One that is long and ends with success is
// a loop that goes on until it succeeds: it waits, burning a CPU. One that
// ends otherwise shows that the loop gives up, and then it never counts.
const (
	pollRun   = 1000    // failures, after which success shows a loop
	pollStuck = 1 << 20 // failures that show it without
)

// givesUp lists places whose runs ended without success.
var (
	givesUp      [64]uintptr
	givesUpCount int
)

// Failed is called after an attempt has failed.
//
//go:norace
func (g *Goroutine) Failed(l *Lock, pc uintptr, mode Mode) {
	if g.n == 0 || g.busy || l.node == 0 {
		return
	}
	if g.failed != l.instance || g.failedKey != g.top() {
		if g.failedTimes >= pollRun {
			noteGivesUp(g.failedPC)
		}
		g.failed, g.failedKey, g.failedPC, g.failedTimes = l.instance, g.top(), pc, 0
	}
	g.failedTimes++
	if g.failedTimes == pollStuck {
		g.push(*l, chainKey(g.top(), *l, mode, 0), pc, mode, 0).waiting = true
		g.learn(l, Poll, false)
		g.n--
		g.held[g.n].waiting = false
	}
}

// endRun is called when the last run has ended with success.
//
//go:norace
func (g *Goroutine) endRun(l *Lock, pc uintptr) {
	times := g.failedTimes
	g.failed, g.failedTimes = 0, 0
	if times < pollRun || times >= pollStuck {
		return
	}
	for i := 0; i < len(givesUp); i++ {
		if givesUp[i] == pc {
			return
		}
	}
	g.learn(l, Poll, false)
}

//go:norace
func noteGivesUp(pc uintptr) {
	enter()
	givesUp[givesUpCount%len(givesUp)] = pc
	givesUpCount++
	leave()
}
