//go:build (race || lockdep) && !lockdep_overlay

package lockdep

import (
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"

	"github.com/lockvet/lockvet/runtime/lockdep/internal/core"
)

// WriteGraph writes the orders that have been observed to a new file in dir, in
// the JSON form of package lockgraph, so that those of several processes can be
// put together. The file is there as a whole or not at all. [Main] does this at
// the end if the environment variable LOCKDEP_GRAPH names a directory. In a
// build that does not check, WriteGraph does nothing.
//
// Only classes with a name keep it from one process to the next. Other locks
// appear by the place where they were first acquired, and as such make no cycle.
func WriteGraph(dir string) error {
	process := fmt.Sprintf("%d-%s", os.Getpid(), rand.Text()[:8])
	f, err := os.CreateTemp(dir, ".lockdep-*")
	if err != nil {
		return fmt.Errorf("lockdep: %w", err)
	}
	_, err = f.Write(core.Graph(process, core.PlaceOf))
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(dir, process+".json"))
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("lockdep: %w", err)
	}
	return nil
}

// writeGraph does what LOCKDEP_GRAPH asks for.
func writeGraph() {
	dir := os.Getenv("LOCKDEP_GRAPH")
	if dir == "" {
		return
	}
	if err := WriteGraph(dir); err != nil {
		fmt.Fprintf(os.Stderr, "%v (LOCKDEP_GRAPH must name a directory)\n", err)
	}
}
