package manual

import "sync"

type Index struct {
	mu    sync.Mutex
	terms map[string][]int
}

func (x *Index) Add(term string, doc int) {
	x.mu.TryLock() // index.go:11 // want `^the result is ignored that says whether Index.mu is locked$`
	defer x.mu.Unlock()
	x.terms[term] = append(x.terms[term], doc)
}
