package faults

import (
	"os"
	"runtime"
	"testing"

	"example.com/locks/depot"
)

// reports recursive read: faults.Page.mu
func TestReadAgain(t *testing.T) {
	p := new(Page)
	p.Add("a")
	p.Average()
}

// TestUpgrade watches what the program writes to its standard error output.
//
// reports upgrade: faults.Memo.mu
func TestUpgrade(t *testing.T) {
	stderr, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	before := os.Stderr
	os.Stderr = stderr
	defer func() {
		os.Stderr = before
		if said, err := os.ReadFile(stderr.Name()); err != nil || len(said) > 0 {
			t.Errorf("%q, %v", said, err)
		}
	}()
	go new(Memo).Get("a")
	depot.AwaitWaiting("(*Memo).Get")
}

// reports held at exit: faults.Account.mu
func TestHeldAtExit(t *testing.T) {
	before := runtime.NumGoroutine()
	go new(Account).Take(1)
	for runtime.NumGoroutine() > before {
		runtime.Gosched()
	}
}

// reports livelock: faults.Feed.mu -> faults.Sink.mu -> faults.Feed.mu
func TestPolls(t *testing.T) {
	f, s := new(Feed), new(Sink)
	s.Pull(f)
	s.mu.Lock()
	enough, done := make(chan bool), make(chan bool)
	go func() {
		tries := 0
		f.Push(s, func() {
			if tries++; tries == 2000 {
				close(enough)
			}
			runtime.Gosched()
		})
		close(done)
	}()
	<-enough
	s.mu.Unlock()
	<-done
}
