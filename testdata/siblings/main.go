// Siblings joins left, which it reaches through app only, and right.
package main

import (
	"example.com/siblings/app"
	"example.com/siblings/locks"
	"example.com/siblings/right" // want lockorder `Journal\.Mu`
)

var (
	registry locks.Registry
	journal  locks.Journal
)

func main() {
	app.Warm()
	right.Replay(&journal, &registry)
}
