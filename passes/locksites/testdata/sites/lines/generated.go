package lines

func generated(t *T) {
//line grammar.y:100
	t.mu.Lock() // site known m/lines.T.mu
	t.rw.
		RLock() // site known m/lines.T.rw
}
