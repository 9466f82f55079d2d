package lockflow_test

import (
	"bytes"
	"fmt"
	"math/rand"
	"testing"
)

// A library is a random package of exported functions that are given locks, in
// every form in which a caller can name one, and functions to call. What they do
// is of no interest, only that they can be read and handed on.
type library struct {
	r *rand.Rand
	b bytes.Buffer
	n int // functions so far
}

// params are those of every function; the locks among them are spelled locks.
const params = "a, b *sync.Mutex, rw *sync.RWMutex, l sync.Locker, t *T, g *G[int], f func(), try func() bool"

var locks = []string{"a", "b", "rw", "l", "t", "t.mu", "t.next.mu", "t.rw", "t.in", "t.all[i]", "t.by[t.mu.n()]", "g.mu", "pkg", "ch", "local"}

func (l *library) write(n int) string {
	l.b.WriteString(`package p

import "sync"

type M struct { sync.Mutex; k string }

func (m *M) n() string { return m.k }

type T struct {
	M
	mu   M
	rw   sync.RWMutex
	in   struct { sync.Mutex }
	next *T
	all  []sync.Mutex
	by   map[string]*sync.Mutex
	once sync.Once
	cond *sync.Cond
	hook func()
	sub  interface { Poke(*T) }
}

type G[E any] struct { mu sync.Mutex; v E }

type chanLock chan struct{}

func (c chanLock) Lock()   { c <- struct{}{} }
func (c chanLock) Unlock() { <-c }

var (
	pkg sync.Mutex
	ch  = make(chanLock, 1)
	i   int
)
`)
	for range n {
		l.n++
		name := "F"
		if l.r.Intn(4) == 0 {
			name = "f"
		}
		fmt.Fprintf(&l.b, "\nfunc %s%d(%s) (ok bool, release func(), err error) {\nvar local sync.Mutex\n", name, l.n, params)
		l.block(3)
		switch l.r.Intn(4) {
		case 0:
			fmt.Fprintf(&l.b, "return %s.TryLock(), nil, nil\n", l.tryable())
		case 1:
			fmt.Fprintf(&l.b, "return true, %s.Unlock, nil\n", l.lock())
		case 2:
			fmt.Fprintf(&l.b, "return true, func() { %s.Unlock(); f() }, nil\n", l.lock())
		}
		l.b.WriteString("_ = &local\nreturn\n}\n")
		fmt.Fprintf(&l.b, "var _ = %s%d\n", name, l.n)
		if name == "F" {
			fmt.Fprintf(&l.b, "func f%d(%s) (bool, func(), error) { return F%[1]d(a, b, rw, l, t, g, f, try) }\n", l.n, params)
		}
	}
	return l.b.String()
}

func (l *library) lock() string    { return locks[l.r.Intn(len(locks))] }
func (l *library) tryable() string { return []string{"a", "b", "rw", "t.mu", "pkg"}[l.r.Intn(5)] }

func (l *library) block(depth int) {
	for range 1 + l.r.Intn(3) {
		l.statement(depth)
	}
}

// inside writes a block between two texts.
func (l *library) inside(before string, depth int, after string) {
	l.b.WriteString(before)
	l.block(depth - 1)
	l.b.WriteString(after)
}

func (l *library) statement(depth int) {
	m := l.lock()
	k := l.r.Intn(16)
	if depth == 0 {
		k %= 7
	}
	switch k {
	case 0:
		fmt.Fprintf(&l.b, "%s.Lock()\n", m)
	case 1:
		fmt.Fprintf(&l.b, "%s.Unlock()\n", m)
	case 2:
		fmt.Fprintf(&l.b, "defer %s.Unlock()\n", m)
	case 3:
		l.b.WriteString([]string{"f()\n", "_ = try()\n", "t.hook()\n", "t.sub.Poke(t)\n", "t.cond.Wait()\n", "t.hook = f\n", "a = b\n", "t = t.next\n"}[l.r.Intn(8)])
	case 4, 5, 6:
		if l.n > 1 {
			fmt.Fprintf(&l.b, "f%d(%s, &%s, rw, &%s, t.next, g, %s, %s)\n", 1+l.r.Intn(l.n-1),
				[]string{"a", "b", "&t.mu.Mutex"}[l.r.Intn(3)], []string{"pkg", "local"}[l.r.Intn(2)], []string{"pkg", "t.mu"}[l.r.Intn(2)],
				[]string{"f", "a.Unlock", "t.hook"}[l.r.Intn(3)], []string{"try", "a.TryLock", "nil"}[l.r.Intn(3)])
		}
	case 7, 8:
		l.inside(m+".Lock()\n", depth, m+".Unlock()\n")
	case 9:
		l.inside("if try() {\n", depth, "}\n")
	case 10:
		l.inside("if "+l.tryable()+".TryLock() {\n", depth, "}\n")
	case 11:
		l.inside("for try() {\n", depth, "}\n")
	case 12:
		l.inside("func() {\n", depth, "}()\n")
	case 13:
		l.inside("t.once.Do(func() {\n", depth, "})\n")
	case 14:
		l.inside("rw.RLock()\n", depth, "rw.RUnlock()\n")
	default:
		l.inside("go func() {\n", depth, "}()\n")
	}
}

// checkLibrary reads a random library twice: there is nothing that cannot be
// handed on, and what is handed on does not depend on chance.
func checkLibrary(t *testing.T, seed int64) {
	r := rand.New(rand.NewSource(seed))
	src := (&library{r: r}).write(2 + r.Intn(6))
	_, once := analyseAndExport(t, src)
	if _, again := analyseAndExport(t, src); !bytes.Equal(once, again) {
		t.Errorf("seed %d: two facts of\n%s", seed, src)
	}
}

func TestRandomLibraries(t *testing.T) {
	for seed := range int64(30) {
		checkLibrary(t, seed)
	}
}

func FuzzLibrary(f *testing.F) {
	f.Add(int64(1))
	f.Fuzz(func(t *testing.T, seed int64) { checkLibrary(t, seed) })
}
