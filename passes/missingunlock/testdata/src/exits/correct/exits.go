// Package correct holds ends after which no lock matters, as nothing of the
// process or the test goes on.
package correct

import (
	"fmt"
	"log"
	"os"
	"runtime"
	"sync"
)

type config struct {
	mu     sync.Mutex
	values map[string]string
}

func (c *config) load(read func() (map[string]string, error)) {
	c.mu.Lock()
	values, err := read()
	if err != nil {
		log.Fatalf("load: %v", err)
	}
	c.values = values
	c.mu.Unlock()
}

func (c *config) require(key string) string {
	c.mu.Lock()
	v, ok := c.values[key]
	if !ok {
		fmt.Fprintln(os.Stderr, "missing key", key)
		os.Exit(2)
	}
	c.mu.Unlock()
	return v
}

// usage does not return.
func usage(key string) {
	fmt.Fprintln(os.Stderr, "unknown key", key)
	os.Exit(2)
}

func (c *config) set(key, value string) {
	c.mu.Lock()
	if _, ok := c.values[key]; !ok {
		usage(key)
	}
	c.values[key] = value
	c.mu.Unlock()
}

// A logger's Fatal ends the process as well.
func (c *config) check(l *log.Logger) {
	c.mu.Lock()
	if len(c.values) == 0 {
		l.Fatal("no values")
	}
	c.mu.Unlock()
}

// Goexit runs the deferred unlock.
func (c *config) watch(changed func() bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !changed() {
		runtime.Goexit()
	}
	clear(c.values)
}
