// Package faulty holds faults that must be found: sync.Once entered again by
// the function that it runs.
package faulty

import "sync"

// Setting up the client asks for the client.

var (
	once   sync.Once
	shared *client
)

type client struct {
	region string
	peers  []string
}

func Default() *client {
	once.Do(setup) // want `^once.* a deadlock: .* once.go:20 \(called from once.go:20, once.go:26, once.go:29\) .* once.go:20`
	return shared
}

func setup() {
	shared = &client{region: "global"}
	shared.peers = lookup()
}

func lookup() []string { return []string{Default().region} }

// A Once of an object, with a closure.

type config struct {
	load sync.Once
	vals map[string]string
}

func (c *config) get(k string) string {
	c.load.Do(func() {
		c.vals = map[string]string{"home": "/"}
		c.vals["data"] = c.get("home") + "data" // want `^config.load.* a deadlock: .* once.go:39 \(called from once.go:39, once.go:41\) .* once.go:39`
	})
	return c.vals[k]
}

// The function run by a Once takes the lock that the caller of Do holds.

type plugin struct {
	mu    sync.Mutex
	init  sync.Once
	names []string
}

func (p *plugin) register(name string) {
	p.mu.Lock()
	p.names = append(p.names, name)
	p.mu.Unlock()
}

func (p *plugin) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.init.Do(func() { p.register("default") }) // want `plugin.mu is locked by a goroutine that holds it, a deadlock: locked at once.go:55 \(called from once.go:63, once.go:63\) while it is held since once.go:61`
	return len(p.names)
}

// The function literal comes back to the function that runs it.

var (
	labelOnce sync.Once
	label     string
)

func Label() string {
	labelOnce.Do(func() { label = Label() + "!" }) // want `^labelOnce.Do is called by the function that it runs, a deadlock:`
	return label
}
