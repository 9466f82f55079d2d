package correct

import "sync"

// The lock is local, and one goroutine alone has it: no writer comes in between.
func countAll(groups [][]string) map[string]int {
	var mu sync.RWMutex
	seen := map[string]int{}
	known := func(name string) bool {
		mu.RLock()
		defer mu.RUnlock()
		_, ok := seen[name]
		return ok
	}
	for _, names := range groups {
		mu.Lock()
		for _, name := range names {
			seen[name]++
		}
		mu.Unlock()
		mu.RLock()
		for _, name := range names {
			if !known(name) {
				print(name)
			}
		}
		mu.RUnlock()
	}
	return seen
}
