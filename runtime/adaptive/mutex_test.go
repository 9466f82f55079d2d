package adaptive

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
	"runtime/pprof"
	"strings"
	"sync"
	"testing"

	"github.com/lockvet/lockvet/runtime/adaptive/internal/locktest"
	"github.com/lockvet/lockvet/runtime/adaptive/internal/machine"
	"github.com/lockvet/lockvet/runtime/adaptive/internal/waiting"
)

var _ sync.Locker = (*Mutex)(nil)

func TestMutex(t *testing.T) {
	locktest.Run(t, func() locktest.Lock { return new(Mutex) })
	nobodyWaits(t)
}

func TestAudited(t *testing.T) {
	locktest.Run(t, func() locktest.Lock { return new(Audited) })
	nobodyWaits(t)
}

// nobodyWaits checks that all announcements were taken back.
func nobodyWaits(t *testing.T) {
	t.Helper()
	if !waiting.Idle() {
		t.Error("a goroutine is announced as waiting, and none waits")
	}
}

func TestTryLock(t *testing.T) {
	var m Mutex
	for name, try := range map[string]func() bool{"TryLock": m.TryLock, "TryLockSpin": m.TryLockSpin} {
		if !try() {
			t.Errorf("%s fails on a free lock", name)
		}
		if try() {
			t.Errorf("%s succeeds on a held lock", name)
		}
		m.Unlock()
	}
	nobodyWaits(t)
}

// Whoever acquires the lock, in whatever way, is noted as its owner, and waits
// announced until then. Afterwards nothing is left of it.
func TestBookkeeping(t *testing.T) {
	if !machine.Linked {
		t.Skip("this build does not know goroutines")
	}
	var m Mutex
	for name, acquire := range map[string]func() bool{
		"Lock":        func() bool { m.Lock(); return true },
		"TryLock":     m.TryLock,
		"TryLockSpin": m.TryLockSpin,
		"TryLockFor":  func() bool { return m.TryLockFor(long) },
		"LockContext": func() bool { return m.LockContext(t.Context()) == nil },
	} {
		for _, contended := range []bool{false, true} {
			m.Lock()
			m.owner = 0
			if !contended {
				m.Unlock()
			}
			running, done := make(chan uintptr), make(chan bool)
			go func() {
				running <- machine.G()
				for !acquire() {
					runtime.Gosched()
				}
				if m.owner != machine.G() {
					t.Errorf("%s, contended %v: the owner is not noted", name, contended)
				}
				m.Unlock()
				close(done)
			}()
			g := <-running
			if contended {
				// A trylock is announced for moments only, or not at all.
				trylock := name == "TryLock" || name == "TryLockSpin"
				for !trylock && !waiting.Of(g).Others(waiting.Of(machine.G())) {
					runtime.Gosched()
				}
				m.Unlock()
			}
			<-done
			nobodyWaits(t)
			if m.token.Load() != 0 {
				t.Errorf("%s, contended %v: the token is taken", name, contended)
			}
		}
	}
	awaitRest(&m.lock)
}

// A trylock that could spin for a very long time ends at the first look when
// the owner is parked in another adaptive mutex.
func TestOwnerWaits(t *testing.T) {
	if !machine.Linked {
		t.Skip("this build does not know owners")
	}
	var a, b Mutex
	a.Lock()
	announced := make(chan uintptr)
	go func() {
		b.Lock()
		announced <- machine.G()
		a.Lock()
		a.Unlock()
		b.Unlock()
		close(announced)
	}()
	owner := <-announced
	me := machine.G()
	for !waiting.Of(owner).Others(waiting.Of(me)) {
		runtime.Gosched()
	}
	announce(me)
	const budget = 1 << 31
	if got := b.poll(me, trying, budget); got != ownerWaits {
		t.Errorf("the spin ended with %d, want %d", got, ownerWaits)
	}
	withdraw(me)
	a.Unlock()
	<-announced
	nobodyWaits(t)
}

// Goroutines whose hashes agree do not see themselves in the owner.
func TestOwnEntryIsNotTheOwners(t *testing.T) {
	if !machine.Linked {
		t.Skip("this build does not know owners")
	}
	me := machine.G()
	twin := me + 16
	for waiting.Of(twin) != waiting.Of(me) {
		twin += 16
	}
	l := lock{owner: twin}
	announce(me)
	if l.ownerWaits(me) {
		t.Error("the spinner takes its own announcement for the owner's")
	}
	announce(twin)
	if !l.ownerWaits(me) {
		t.Error("the owner's announcement is lost")
	}
	withdraw(twin)
	withdraw(me)
	nobodyWaits(t)
}

// A spin on a lock that nobody will release ends.
func TestCap(t *testing.T) {
	var m Mutex
	m.Lock()
	for _, why := range []purpose{locking, trying} {
		if got := m.poll(machine.G(), why, machine.Pauses(spinCap)); got != capReached && got != needResched {
			t.Errorf("the spin ended with %d", got)
		}
	}
	m.Unlock()
}

func TestPace(t *testing.T) {
	var p pace
	if !p.promising() || p.quantum(locking) != quantumUsual {
		t.Error("a new lock is not spun for as usual")
	}
	p.failed(locking)
	for range skipAfterFailure {
		if p.promising() {
			t.Fatal("a spin in vain is followed by another one at once")
		}
	}
	if !p.promising() {
		t.Error("spinning is never tried again")
	}
	for range briefFull {
		p.succeeded(locking, 0)
	}
	if p.quantum(locking) != quantumBrief || p.quantum(trying) != quantumUsual {
		t.Error("brief sections do not lengthen the quantum of Lock alone")
	}
	p.failed(locking)
	if p.quantum(locking) != quantumBrief {
		t.Error("a failure is taken for evidence about sections")
	}
	for range briefFull {
		p.succeeded(locking, 3)
	}
	if p.quantum(locking) != quantumUsual {
		t.Error("long sections do not shorten the quantum")
	}
}

// Contention shows in the mutex profile under the function that held the lock.
func TestMutexProfile(t *testing.T) {
	defer runtime.SetMutexProfileFraction(runtime.SetMutexProfileFraction(1))
	var m Mutex
	for !strings.Contains(mutexProfile(t), "adaptive.holdForProfile") {
		holdForProfile(&m)
	}
}

//go:noinline
func holdForProfile(m *Mutex) {
	m.Lock()
	var waiters sync.WaitGroup
	for range 8 {
		waiters.Go(func() {
			m.Lock()
			m.Unlock()
		})
	}
	for range 100 {
		runtime.Gosched()
	}
	m.Unlock()
	waiters.Wait()
}

func mutexProfile(t *testing.T) string {
	var text strings.Builder
	if err := pprof.Lookup("mutex").WriteTo(&text, 1); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

func TestUnlockOfUnlocked(t *testing.T) {
	const child = "ADAPTIVE_TEST_UNLOCK"
	if os.Getenv(child) != "" {
		new(Mutex).Unlock()
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestUnlockOfUnlocked$")
	cmd.Env = append(os.Environ(), child+"=1")
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || !strings.Contains(string(out), "fatal error: sync: unlock of unlocked mutex") {
		t.Errorf("unlock of an unlocked mutex: %v\n%s", err, out)
	}
}

// go vet's copylocks sees that a Mutex must not be copied.
func TestCopyLocks(t *testing.T) {
	out, err := exec.Command("go", "vet", "-copylocks", "./testdata/copied").CombinedOutput()
	if err == nil {
		t.Errorf("go vet finds nothing:\n%s", out)
	}
	for _, typ := range []string{"adaptive.Mutex", "adaptive.Audited"} {
		if want := "passes lock by value: github.com/lockvet/lockvet/runtime/" + typ; !strings.Contains(string(out), want) {
			t.Errorf("go vet does not say %q:\n%s", want, out)
		}
	}
}

// Users of the package import nothing but the standard library with it.
func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".").CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	for path := range strings.FieldsSeq(string(out)) {
		if !strings.HasPrefix(path, "github.com/lockvet/lockvet/runtime/") {
			t.Errorf("the package imports %s", path)
		}
	}
}
