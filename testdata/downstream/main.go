package main

import (
	"example.com/downstream/audit"
	"example.com/downstream/bus"
	"example.com/downstream/meter"
)

func main() {
	var b bus.Bus
	new(audit.Trail).Attach(&b)

	meter.Mu.Lock()
	b.Subscribe(meter.New()) // want lockorder `meter\.Mu`
	meter.Mu.Unlock()

	b.Publish("start")
}
