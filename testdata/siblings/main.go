// Siblings joins left, which it reaches through app only, and right.
package main

import (
	"example.com/siblings/app"
	"example.com/siblings/locks"
	"example.com/siblings/right" // want lockorder `Journal\.Mu`
)

func main() {
	app.Warm()
	var r locks.Registry
	var j locks.Journal
	right.Replay(&j, &r)
}
