package correct

import "sync"

// A select without cases waits for nobody in particular: it ends nowhere.

var servedMu sync.Mutex

func serveForever(f func()) {
	servedMu.Lock()
	f()
	select {}
}

func touchServed() {
	servedMu.Lock()
	defer servedMu.Unlock()
}
