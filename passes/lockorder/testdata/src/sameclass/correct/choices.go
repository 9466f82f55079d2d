package correct

import "sync"

// Which of two locks comes first is settled elsewhere, and the way back takes
// them by their own names.

func choose(odd bool, n *int) {
	var a, b sync.Mutex
	first, second := &a, &b
	if odd {
		first, second = &b, &a
	}
	for range 100 {
		first.Lock()
		if !second.TryLock() {
			first.Unlock()
			a.Lock()
			b.Lock()
		}
		*n++
		first.Unlock()
		second.Unlock()
	}
}

func chosenLater(odd bool, n *int) {
	var a, b sync.Mutex
	for range 100 {
		a.Lock()
		b.Lock()
		first, second := &a, &b
		if odd {
			first, second = &b, &a
		}
		*n++
		first.Unlock()
		second.Unlock()
	}
}
