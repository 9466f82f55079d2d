package lockdep

// A Report is one thing that is wrong with the use of locks. Each is made once.
type Report struct {
	// Fault is what is wrong, in the words of the documentation: "deadlock",
	// "livelock", "bounded spin", "double lock", "upgrade", "recursive read",
	// "wrong mode", "held at exit", "not held" or "held".
	Fault string

	// Locks are the classes that take part, of a cycle in its order. A lock whose
	// class has no name is called by the place where it was first acquired.
	Locks []string

	// Text is the whole report as it is printed, of several lines.
	Text string
}
