package low

import "sync"

var A, B, C, D sync.Mutex

func AB() {
	A.Lock()
	defer A.Unlock()
	B.Lock()
	defer B.Unlock()
}

func CD() {
	C.Lock()
	defer C.Unlock()
	D.Lock()
	defer D.Unlock()
}
