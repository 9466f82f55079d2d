package lockdep_test

import (
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/lockvet/lockvet/runtime/lockdep"
)

func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-tags", "lockdep", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".").CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	for path := range strings.FieldsSeq(string(out)) {
		if !strings.HasPrefix(path, "github.com/lockvet/lockvet/runtime/lockdep") {
			t.Errorf("the package imports %s", path)
		}
	}
}

// TestDropIn: all that package sync's locks offer is there, in either build.
func TestDropIn(t *testing.T) {
	var m lockdep.Mutex
	var rw lockdep.RWMutex
	var _ interface {
		sync.Locker
		TryLock() bool
	} = &m
	var _ interface {
		sync.Locker
		TryLock() bool
		RLock()
		RUnlock()
		TryRLock() bool
		RLocker() sync.Locker
	} = &rw
	if lockdep.Enabled {
		return
	}
	if _, ok := any(&m).(*sync.Mutex); !ok {
		t.Error("without the tags Mutex is another type than sync's")
	}
	if _, ok := any(&rw).(*sync.RWMutex); !ok {
		t.Error("without the tags RWMutex is another type than sync's")
	}
}
