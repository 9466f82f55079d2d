package helper

import (
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
)

type Log struct{ mu sync.RWMutex }

func (l *Log) lines() int {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return 7
}

func (l *Log) Print() {
	l.mu.Lock()
	l.mu.Unlock()
	l.mu.RLock()
	defer l.mu.RUnlock()
	fmt.Println(l.lines())
}

// TestCommand runs this binary as a command, twice, and looks at all it says. The
// command has a fault, which is told once and does not change what it does.
//
// reports recursive read: helper.Log.mu
func TestCommand(t *testing.T) {
	for range 2 {
		cmd := exec.Command(os.Args[0], "-test.run=^TestAsCommand$")
		cmd.Env = append(os.Environ(), "AS_COMMAND=1")
		out, err := cmd.CombinedOutput()
		if string(out) != "7\n" || err != nil {
			t.Errorf("%q, %v", out, err)
		}
	}
}

func TestAsCommand(t *testing.T) {
	if os.Getenv("AS_COMMAND") != "" {
		new(Log).Print()
		os.Exit(0)
	}
}
