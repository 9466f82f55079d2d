package inside

import (
	"sync"
	"testing"
)

var hubMu, peerMu sync.Mutex

func broadcast() {
	hubMu.Lock()
	defer hubMu.Unlock()
	peerMu.Lock()
	defer peerMu.Unlock()
}

func leave() {
	peerMu.Lock()
	defer peerMu.Unlock()
	hubMu.Lock() // want `lock order inversion, a deadlock: hubMu -> peerMu -> hubMu:`
	defer hubMu.Unlock()
}

func TestBoth(t *testing.T) {
	go broadcast()
	leave()
}
