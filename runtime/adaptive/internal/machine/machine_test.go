package machine

import (
	"testing"
	"time"
)

func TestG(t *testing.T) {
	if !Linked {
		if G() != 0 {
			t.Error("goroutines have identities in a build that cannot know them")
		}
		return
	}
	me, other := G(), make(chan uintptr)
	go func() { other <- G() }()
	if got := <-other; got == me || me == 0 || me != G() {
		t.Errorf("this goroutine is %#x and then %#x, another one %#x", me, G(), got)
	}
}

func TestPauses(t *testing.T) {
	few, many := Pauses(0), Pauses(time.Millisecond)
	if few != 1 || many <= few {
		t.Errorf("nothing lasts %d pauses, a millisecond %d", few, many)
	}
	if Pauses(1<<62) < many {
		t.Error("a long time lasts fewer pauses than a millisecond")
	}
	start := Nanotime()
	Pause(few)
	if Nanotime() < start {
		t.Error("time goes backwards")
	}
}

// A clock that stands still, or jumps, does not make pauses endless.
func TestMeasurePause(t *testing.T) {
	start := Nanotime()
	coarse := func() int64 { return (Nanotime() - start) / 500_000 * 500_000 }
	for name, clock := range map[string]func() int64{
		"still":  func() int64 { return 0 },
		"coarse": coarse,
	} {
		for range 20 {
			if got := measurePause(clock); got < leastPause || got > mostPause {
				t.Errorf("by a clock that is %s, a unit lasts %d ps", name, got)
			}
		}
	}
}
