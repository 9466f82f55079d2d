// Package correct takes two locks in both orders, under a third that is the same
// each time, as the functions of another package say.
package correct

import (
	"sync"

	"parameters/steps"
)

var gate, left, right sync.Mutex

func leftFirst() {
	steps.Three(&gate, &left, &right, func() {})
}

func rightFirst() {
	steps.Three(&gate, &right, &left, func() {})
}

// What is tried makes nobody wait.

var one, two, three sync.Mutex

func oneFirst() bool {
	return steps.One(&one, &two, &three)
}

func threeFirst() {
	three.Lock()
	defer three.Unlock()
	one.Lock()
	defer one.Unlock()
}
