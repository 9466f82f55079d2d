// Package faulty takes its locks in opposite orders through functions of another
// package that take three.
package faulty

import (
	"sync"

	"parameters/steps"
)

var first, second, third sync.Mutex

func all() {
	steps.Three(&first, &second, &third, func() {})
}

func backwards() {
	second.Lock()
	defer second.Unlock()
	steps.Three(new(sync.Mutex), new(sync.Mutex), &first, func() {}) // want `lock order inversion, a deadlock: first -> second -> first:`
}

// The gate is taken for reading on both sides: it keeps nothing apart.

var (
	gate        sync.RWMutex
	left, right sync.Mutex
)

func leftFirst() {
	steps.Gated(&gate, &left, &right, func() {})
}

func rightFirst() {
	steps.Gated(&gate, &right, &left, func() {}) // want `lock order inversion, a deadlock: left -> right -> left:`
}
