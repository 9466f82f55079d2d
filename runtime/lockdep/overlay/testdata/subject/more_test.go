package subject

import (
	"fmt"
	"log"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// The tests below are run one by one, each in a process of its own.

// TestRacy has a race between two goroutines that lock different mutexes.
func TestRacy(t *testing.T) {
	n := 0
	finish(func() { add(new(sync.Mutex), &n) })
	finish(func() { add(new(sync.Mutex), &n) })
}

// TestOrdered is the same with one mutex.
func TestOrdered(t *testing.T) {
	var mu sync.Mutex
	n := 0
	finish(func() { add(&mu, &n) })
	finish(func() { add(&mu, &n) })
	if mu.TryLock() {
		t.Log(n)
		mu.Unlock()
	}
}

// TestReaders orders what it does by the two sides of a read-write lock.
func TestReaders(t *testing.T) {
	var rw sync.RWMutex
	n := 0
	finish(func() { add(&rw, &n) })
	finish(func() { rw.RLock(); t.Log(n); rw.RUnlock() })
	finish(func() { rw.TryRLock(); t.Log(n); rw.RLocker().Unlock() })
	finish(func() { add(&rw, &n) })
}

//go:noinline
func add(l sync.Locker, n *int) {
	l.Lock()
	*n++
	l.Unlock()
}

// TestTrace prints which lines of package sync are on the stack when a nil lock
// is used.
func TestTrace(t *testing.T) {
	var mu *sync.Mutex
	var rw *sync.RWMutex
	for _, f := range []func(){
		func() { mu.Lock() }, func() { mu.TryLock() }, func() { mu.Unlock() },
		func() { rw.Lock() }, func() { rw.TryLock() }, func() { rw.Unlock() },
		func() { rw.RLock() }, func() { rw.TryRLock() }, func() { rw.RUnlock() },
	} {
		func() {
			defer func() {
				recover()
				for line := range strings.Lines(string(debug.Stack())) {
					line, _, _ = strings.Cut(strings.TrimSpace(line), " ")
					if strings.HasPrefix(line, runtime.GOROOT()) {
						fmt.Println("at", line)
					}
				}
			}()
			f()
		}()
	}
}

// TestBubble locks in a bubble, where all goroutines must be durably blocked
// for time to go on.
func TestBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		c := sync.NewCond(&mu)
		ready := false
		start := time.Now()
		go func() {
			time.Sleep(time.Hour)
			mu.Lock()
			ready = true
			mu.Unlock()
			c.Broadcast()
		}()
		mu.Lock()
		for !ready {
			c.Wait()
		}
		mu.Unlock()
		if d := time.Since(start); d != time.Hour {
			t.Errorf("took %v", d)
		}
	})
}

// The ways in which a process can end.

func lockOnce() {
	var mu sync.Mutex
	mu.Lock()
	mu.Unlock()
}

func TestExitZero(t *testing.T) { lockOnce() } // the detector makes it 1
func TestExitFail(t *testing.T) { lockOnce(); t.Fail() }
func TestExitOS(t *testing.T)   { lockOnce(); os.Exit(3) }
func TestExitLog(t *testing.T)  { lockOnce(); log.Fatal("the end") }
func TestPanic(t *testing.T)    { lockOnce(); panic("the end") }
func TestPanicGo(t *testing.T)  { lockOnce(); go panic("the end"); select {} }
func TestTimeout(t *testing.T)  { lockOnce(); select {} }

func TestMutexFatal(t *testing.T)   { lockOnce(); new(sync.Mutex).Unlock() }
func TestRWMutexFatal(t *testing.T) { lockOnce(); new(sync.RWMutex).Unlock() }

func TestMain(m *testing.M) {
	if os.Getenv("SUBJECT_GOEXIT") != "" {
		lockOnce()
		runtime.Goexit()
	}
	m.Run() // the generated main function calls os.Exit
}
