package main

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
)

func TestManyCore(t *testing.T) {
	for _, cores := range []int{2, 16} {
		for d := nobodySpins; d <= allSpin; d++ {
			t.Run(fmt.Sprintf("%d cores, design %d", cores, d), func(t *testing.T) {
				f := simulate(d, cores, time.Microsecond, time.Microsecond)
				if again := simulate(d, cores, time.Microsecond, time.Microsecond); again != f {
					t.Errorf("two runs differ: %+v and %+v", f, again)
				}
				// Sections are in sequence, so this holds whatever a lock costs.
				if f.wall < 1000*0.95 {
					t.Errorf("%.0f ns for an operation are less than its section", f.wall)
				}
				if f.cpu < f.wall || f.cpu > 1.1*float64(cores)*f.wall {
					t.Errorf("%.0f ns of CPU time in %.0f ns on %d cores", f.cpu, f.wall, cores)
				}
				if !(f.jain > 0.5 && f.jain <= 1) {
					t.Errorf("Jain's index is %.2f", f.jain)
				}
			})
		}
	}
}

// TestManyCoreAlone has nobody to wait for, so that designs do not matter.
func TestManyCoreAlone(t *testing.T) {
	for d := nobodySpins; d <= allSpin; d++ {
		f := simulate(d, 1, time.Microsecond, time.Microsecond)
		if math.Abs(f.wall-2000) > 100 || f.parks > 0 || f.longest > 2*lineNear {
			t.Errorf("design %d: %+v", d, f)
		}
	}
}

// TestManyCoreToken holds the model to what two real cores show.
func TestManyCoreToken(t *testing.T) {
	base := simulate(nobodySpins, 2, time.Microsecond, time.Microsecond)
	if f := simulate(tokenSpins, 2, time.Microsecond, time.Microsecond); f.wall > base.wall {
		t.Errorf("%.0f ns with the token, %.0f ns with sync.Mutex", f.wall, base.wall)
	}
}

func TestManyCoreRow(t *testing.T) {
	var b strings.Builder
	manyCoreRow(&b, 4, time.Microsecond, 8*time.Microsecond)
	row := b.String()
	if !strings.HasPrefix(row, "    4     1µs       8µs |") || strings.Count(row, " | ") != 4 || strings.Contains(row, "NaN") {
		t.Errorf("unexpected row: %s", row)
	}
}
