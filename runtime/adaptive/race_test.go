package adaptive

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// The lock's own bookkeeping must not hide a race of the user's: a planted one
// is reported with this lock whenever it is with sync.Mutex, which is always.
func TestPlantedRace(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program with the race detector")
	}
	program := filepath.Join(t.TempDir(), "planted.exe")
	if exec.Command("go", "build", "-race", "-o", os.DevNull, "sync").Run() != nil {
		t.Skip("no race detector here")
	}
	if out, err := exec.Command("go", "build", "-race", "-o", program, "./testdata/planted").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	for _, race := range []string{"trylock", "spin", "timed", "wait", "two locks", "context"} {
		for _, lock := range []string{"sync", "adaptive", "audited"} {
			t.Run(race+"/"+lock, func(t *testing.T) {
				for range 5 {
					cmd := exec.Command(program, lock, race)
					cmd.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0")
					out, err := cmd.CombinedOutput()
					if err == nil || !strings.Contains(string(out), "WARNING: DATA RACE") {
						t.Fatalf("no report: %v\n%s", err, out)
					}
				}
			})
		}
	}
}

// Whatever way the lock is acquired, the race detector sees the order that it
// establishes: this fails under -race if it does not.
func TestOrderIsSeen(t *testing.T) {
	var m Mutex
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	acquisitions := []func() bool{
		func() bool { m.Lock(); return true },
		m.TryLock,
		m.TryLockSpin,
		func() bool { return m.TryLockFor(long) },
		func() bool { return m.LockContext(ctx) == nil },
	}
	const rounds = 200
	var all sync.WaitGroup
	guarded := 0
	for _, acquire := range acquisitions {
		all.Go(func() {
			for range rounds {
				for !acquire() {
					runtime.Gosched()
				}
				guarded++
				m.Unlock()
			}
		})
	}
	all.Wait()
	if want := rounds * len(acquisitions); guarded != want {
		t.Errorf("counted %d of %d", guarded, want)
	}
}
