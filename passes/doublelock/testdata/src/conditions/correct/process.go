package correct

import (
	"log"
	"os"
	"sync"
)

// Nothing that was deferred runs when the process ends.

type database struct {
	open sync.Mutex
	bad  bool
}

func (d *database) close() {
	d.open.Lock()
	defer d.open.Unlock()
}

func serve(d *database) {
	defer d.close()
	d.open.Lock()
	if d.bad {
		os.Exit(1)
	}
	d.open.Unlock()
}

func replay(d *database) {
	defer d.close()
	d.open.Lock()
	if d.bad {
		log.Fatal("bad")
	}
	d.open.Unlock()
}
