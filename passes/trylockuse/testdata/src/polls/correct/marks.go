package correct

import "time"

// did is a mark that the loop puts for itself, with room for one: it is put only
// after it was received, or where it may be dropped.

func runMarked(tick *time.Ticker, quit chan struct{}, peek func() bool, running func() bool, step func()) {
	did := make(chan struct{}, 1)
FOR_LOOP:
	for {
		select {
		case <-tick.C:
			select {
			case did <- struct{}{}:
			default:
			}
		case <-did:
			if !peek() {
				continue FOR_LOOP
			}
			if !running() {
				break FOR_LOOP
			}
			did <- struct{}{}
			step()
		case <-quit:
			break FOR_LOOP
		}
	}
}
