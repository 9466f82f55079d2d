package lockgraph

// Class is a lock class: the locks that obey the same rules.
type Class struct {
	Name     string
	Weak     bool     // known only by its wrapper or an ambiguous site: never enough for a report
	Adaptive bool     // runtime/adaptive.Mutex: a spinner sees the owner wait and bails out
	Nested   bool     // two of its locks were held at once, as in a tree: of a cycle by class, a match of classes proves little
	Writers  []Writer // blocking exclusive acquisitions in sight: bounded, one per Under, fewest Under first
}

// Writer is a blocking exclusive acquisition. While it waits it turns a
// shared holder and a shared acquirer of its class into a conflict.
type Writer struct {
	Site  Site
	Under []string // classes held exclusively at that moment, sorted
}

// Gate is a further lock held while an edge is made. Two edges that hold the
// same instance, one of them exclusively, cannot be in progress together.
type Gate struct {
	Class string
	Mode  Mode

	// Anchors say how the instance is certain: "" for a global, which is the
	// same instance always; otherwise opaque strings that relate it to a lock
	// of the edge. Two gates are certainly the same instance iff they have
	// the same Class and share an anchor; without anchors they never are.
	Anchors []string
}

// Edge is an order edge: To is acquired while From is held.
type Edge struct {
	From, To         string // class names
	FromMode, ToMode Mode
	Kind             Kind
	Retries          bool     // Spin only: failure releases and starts over
	FromAnchor       []string // anchors of From, as in [Gate]
	Held             Site     // where From was acquired
	Calls            []Site   // calls that lead from the holder to the acquisition, outermost first
	Site             Site     // where To is acquired
	Report           Site     // the place in the function that holds From: the first call, or Site
	Gates            []Gate   // the other locks held at that moment
	Relation         Relation // same-class edges only
	ByClass          bool     // the instances are not proven the same across edges
	ByType           bool     // rests on a call that is resolved by the types in sight
	Test             bool     // from a _test.go file
	Origin           Origin
}

// Order is a declared order, //lockvet:order Before < After. An edge the
// other way round is an error by itself.
type Order struct {
	Before, After string
	Site          Site
}
