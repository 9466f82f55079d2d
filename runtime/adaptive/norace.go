//go:build !race

package adaptive

import "sync"

func beginAdvice()            {}
func endAdvice()              {}
func synchronize(*sync.Mutex) {}
