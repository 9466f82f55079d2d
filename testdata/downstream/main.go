package main

import (
	"example.com/downstream/audit"
	"example.com/downstream/bus"
	"example.com/downstream/meter"
)

var events bus.Bus

func main() {
	new(audit.Trail).Attach(&events)
	watch()
	go events.Publish("start")
	events.Publish("stop")
}

// watch adds a handler at a moment when nothing is counted.
func watch() {
	meter.Mu.Lock()
	events.Subscribe(meter.New()) // want lockorder `meter\.Mu`
	meter.Mu.Unlock()
}
