package adaptive

import (
	"context"
	"encoding/json"
	"expvar"
	"runtime"
	"strings"
	"sync"
	"testing"
)

var _ expvar.Var = (*Audited)(nil)

func TestStats(t *testing.T) {
	var m Audited
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	m.Lock()
	if m.TryLock() || m.TryLockSpin() || m.TryLockFor(0) || m.TryLockFor(1) || m.LockContext(ctx) == nil {
		t.Error("locked twice")
	}
	m.Unlock()
	s := m.Stats()
	if s.Fast != 1 || s.Spun != 0 || s.FailedTries != 2 || s.GivenUp != 3 {
		t.Errorf("got %v", s)
	}
	if n := s.bailedOut(); n != 2 {
		t.Errorf("%d spins bailed out, want those of TryLockSpin and TryLockFor: %v", n, s)
	}
}

func (s Stats) bailedOut() uint64 {
	b := s.BailOuts
	return b.OwnerWaits + b.NeedResched + b.TokenTaken + b.CapReached + b.Unpromising
}

// Every acquisition is counted once, and so is every spin.
func TestStatsAddUp(t *testing.T) {
	var m Audited
	var all sync.WaitGroup
	const goroutines, rounds = 8, 500
	for range goroutines {
		all.Go(func() {
			for i := range rounds {
				switch i % 3 {
				case 0:
					m.Lock()
				case 1:
					if !m.TryLockFor(long) {
						t.Error("gave up early")
						return
					}
				case 2:
					if err := m.LockContext(t.Context()); err != nil {
						t.Error(err)
						return
					}
				}
				if i%16 == 0 {
					runtime.Gosched()
				}
				m.Unlock()
			}
		})
	}
	all.Wait()
	s := m.Stats()
	if got := s.Fast + s.Spun + s.Parked; got != goroutines*rounds {
		t.Errorf("%d acquisitions, want %d: %v", got, goroutines*rounds, s)
	}
	if s.bailedOut() != s.Parked {
		t.Errorf("%d spins bailed out and %d goroutines parked: %v", s.bailedOut(), s.Parked, s)
	}
	if s.Spun > 0 && s.LongestSpin <= 0 {
		t.Errorf("spins took no time: %v", s)
	}
}

func TestStatsString(t *testing.T) {
	var m Audited
	m.Lock()
	if m.TryLockSpin() {
		t.Error("locked twice")
	}
	m.Unlock()
	var got Stats
	if err := json.Unmarshal([]byte(m.String()), &got); err != nil {
		t.Fatal(err)
	}
	if got != m.Stats() {
		t.Errorf("read back %v, want %v", got, m.Stats())
	}
	if text := got.String(); !strings.HasPrefix(text, "fast 1, ") || !strings.Contains(text, "failed tries 1") {
		t.Errorf("for people: %s", text)
	}
}
