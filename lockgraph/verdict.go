package lockgraph

// Verdict is what a cycle amounts to, worst first.
type Verdict uint8

const (
	Deadlock       Verdict = iota // every edge waits
	Livelock                      // waits and polls: all burn or wait for ever
	SpinLivelock                  // a spin that starts over: owners spin on each other, over and over
	TryInversion                  // a retry: safe only while TryLock is one-shot
	RetryLivelock                 // every edge retries: a livelock today
	BoundedSpin                   // a spin that gives up: burns its whole cap each time
	Avoidance                     // a try: harmless, unless TryLock spins
	OrderViolation                // an edge against a declared order
)

var verdictNames = []string{
	"deadlock", "livelock", "spinning livelock", "trylock inversion",
	"retry livelock", "bounded spin", "avoidance", "order violation",
}

func (v Verdict) String() string { return enumName("Verdict", verdictNames, uint8(v)) }

func (v Verdict) MarshalText() ([]byte, error) {
	return marshalEnum("verdict", verdictNames, uint8(v))
}

func (v *Verdict) UnmarshalText(b []byte) error {
	return unmarshalEnum(v, "verdict", verdictNames, b)
}

// layer is the place of an edge in the search. A layer adds edges to the ones
// before it, and its cycles contain at least one of the edges that it added,
// so the last layer of a cycle's edges all but decides its verdict. A spin
// that gives up comes after retry: it only bounds the harm, so it must not
// take the place of a worse cycle through the same classes.
type layer uint8

const (
	layerWait layer = iota
	layerPoll
	layerSpin // a spin that starts over
	layerRetry
	layerGiveUp // a spin that gives up
	layerTry
	layerCount
)

func (e *Edge) layer() layer {
	switch e.Kind {
	case Wait:
		return layerWait
	case Poll:
		return layerPoll
	case Spin:
		if e.Retries {
			return layerSpin
		}
		return layerGiveUp
	case Retry:
		return layerRetry
	}
	return layerTry
}

// blocks reports whether the thread waits for To for as long as it takes.
func (e *Edge) blocks() bool { return e.Kind == Wait || e.Kind == Poll }

// verdictOf applies the verdict table. One try or one spin that gives up lets
// go in the end, whatever the others do; only then do the kinds that start
// over or wait decide.
func verdictOf(edges []Edge) Verdict {
	var n [layerCount]int
	for i := range edges {
		n[edges[i].layer()]++
	}
	switch {
	case n[layerTry] > 0:
		return Avoidance
	case n[layerGiveUp] > 0:
		return BoundedSpin
	case n[layerSpin] > 0:
		return SpinLivelock
	case n[layerRetry] == len(edges):
		return RetryLivelock
	case n[layerRetry] > 0:
		return TryInversion
	case n[layerPoll] > 0:
		return Livelock
	}
	return Deadlock
}
