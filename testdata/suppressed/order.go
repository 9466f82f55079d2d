package suppressed

import "sync"

// A declared order makes the opposite one an error by itself, without a second
// function that proves it.

//lockvet:order Head.mu < Tail.mu

type Head struct{ mu sync.Mutex }
type Tail struct{ mu sync.Mutex }

func wrongWay(h *Head, t *Tail) {
	t.mu.Lock()
	defer t.mu.Unlock()
	h.mu.Lock() // want lockorder `Head\.mu`
	defer h.mu.Unlock()
}

// The declared order needs no proof, and taking it is no error.

//lockvet:order Alpha.mu < Omega.mu

type Alpha struct{ mu sync.Mutex }
type Omega struct{ mu sync.Mutex }

func rightWay(a *Alpha, o *Omega) {
	a.mu.Lock()
	defer a.mu.Unlock()
	o.mu.Lock()
	defer o.mu.Unlock()
}
