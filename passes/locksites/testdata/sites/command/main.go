// Command command has its own name at run time.
package main

import (
	"sync"

	"m/wrapper"
)

type app struct {
	mu  sync.Mutex
	own wrapper.Mutex
}

func main() {
	a := new(app)
	a.mu.Lock()    // site known m/command.app.mu
	a.own.Lock()   // calls wrapper#lock known m/command.app.own.mu
	acquire(&a.mu) // calls #acquire known m/command.app.mu
}

func acquire(mu *sync.Mutex) {
	mu.Lock() // site caller #acquire
}
