package main

import (
	"container/heap"
	"fmt"
	"io"
	"iter"
	"math/rand"
	"slices"
	"strings"
	"time"
)

// A model of more cores than the machine has. On each core one goroutine locks,
// works, unlocks and works, and pays for what dominates with many cores: moving
// the lock's cache line, and parking. The model is good for comparing designs,
// and not for predicting by how much they differ.
//
// A core is a coroutine that passes time, so that steps read like the code they
// stand for. What it does between two passes is atomic.

// The constants are assumptions, in nanoseconds.
const (
	// All words of a lock share a cache line. Moving it to another core takes
	// some 25 ns among cores with a common cache, and more between such groups.
	// One move is made at a time; who has the line does not notice.
	cacheGroup, lineNear, lineFar, lineHit = 8, 25, 60, 5
	// sync.Mutex spins for 4 rounds of 30 PAUSE, of 20 to 25 ns each on most x86.
	syncRounds, syncRound = 4, 30 * 22
	// Parking and waking cost a trip to the scheduler, and often a system call.
	// Who is woken runs after about the latency, later in virtual machines.
	parkCost, wakeCost, wakeLatency = 300, 400, 5000
	starvation                      = 1_000_000 // until sync.Mutex hands over
	// As in adaptive.Mutex. Its resched rule has no place here, as everybody has a
	// core. Its patience with brief sections needs finer timing than the model's
	// and is left out, which makes spinning look bad in sections of 100 ns.
	modelCap, modelQuantum, modelGrowth, modelSkip = 8000, 40, 8, 16

	modelLength, never int64 = 10_000_000, 1 << 60
)

// A design is who spins before it locks a sync.Mutex, which spins some more.
type design int

const (
	nobodySpins design = iota // plain sync.Mutex
	tokenSpins                // one, and the others do not wait for it to end
	queueSpins                // one, and the others queue up for it
	allSpin
)

type model struct {
	design
	random *rand.Rand
	now    int64
	agenda agenda

	holders            uint64 // the cores with a valid copy of the line
	transfer, lineFree int64
	skip               int
	parked, queue      []*modelCore

	locked, woken, starving, token bool

	parks, longest int64
}

type modelCore struct {
	*model
	bit       uint64 // in holders
	at        int64  // when it goes on
	index     int    // in agenda
	next      func() (int64, bool)
	pass      func(int64) bool
	idle, ops int64
}

// An agenda is a heap of all cores, the one that goes on first on top.
type agenda []*modelCore

func (a agenda) Len() int      { return len(a) }
func (a agenda) Swap(i, j int) { a[i], a[j], a[i].index, a[j].index = a[j], a[i], j, i }
func (a agenda) Less(i, j int) bool {
	return a[i].at < a[j].at || a[i].at == a[j].at && a[i].bit < a[j].bit
}
func (a agenda) Push(any) {}             // nobody comes
func (a agenda) Pop() any { return nil } // or goes

// resume has a core go on after d, and not when it was to go on before.
func (m *model) resume(c *modelCore, d int64) {
	c.at = m.now + d
	heap.Fix(m.agenda, c.index)
}

// about returns d more or less, so that cores do not run in step.
func (m *model) about(d time.Duration) int64 {
	return int64(float64(d) * (0.5 + m.random.Float64()))
}

func (c *modelCore) run(section, outside time.Duration) {
	for c.pass(c.about(outside)); c.now < modelLength; c.pass(c.about(outside)) {
		since := c.now
		c.lock()
		c.longest = max(c.longest, c.now-since)
		c.pass(c.about(section))
		c.unlock()
		c.ops++
	}
}

// touch reads or writes the lock's line. It reports whether the lock is free.
func (c *modelCore) touch(write bool) bool {
	if c.holders == c.bit || !write && c.holders&c.bit != 0 {
		c.pass(lineHit)
	} else {
		if write {
			c.holders = 0
		}
		c.holders |= c.bit
		c.lineFree = max(c.lineFree, c.now) + c.transfer
		c.pass(c.lineFree - c.now)
	}
	return !c.locked && !c.starving
}

func (c *modelCore) tryLock() bool {
	got := c.touch(false) && c.touch(true)
	c.locked = c.locked || got
	return got
}

func (c *modelCore) lock() {
	if c.design != nobodySpins {
		if c.tryLock() || c.skip == 0 && c.spin() {
			return
		}
		c.skip = max(0, c.skip-1)
	}
	c.lockSync()
}

func (c *modelCore) spin() (got bool) {
	switch c.design {
	case allSpin:
		return c.poll(0)
	case tokenSpins:
		if c.touch(true); c.token {
			return false
		}
		c.token = true
		got = c.poll(0)
		c.touch(true)
		c.token = false
		return got
	}
	c.touch(true)
	since := c.now
	if c.queue = append(c.queue, c); c.queue[0] != c {
		c.pass(modelCap) // or less, if its turn comes
	}
	if c.queue[0] == c {
		got = c.poll(c.now - since)
		if len(c.queue) > 1 {
			c.resume(c.queue[1], c.transfer)
		}
	} else {
		c.skip = 1 + modelSkip
	}
	c.queue = slices.DeleteFunc(c.queue, func(other *modelCore) bool { return other == c })
	c.pass(c.transfer) // to tell the neighbours
	return got
}

// poll looks at the lock until it gets it or reaches the cap.
func (c *modelCore) poll(spent int64) bool {
	for from := c.now; !c.tryLock(); {
		here := c.now - from
		if spent+here >= modelCap {
			c.skip = 1 + modelSkip // lock counts this acquisition, too
			return false
		}
		c.pass(max(modelQuantum, here/modelGrowth))
	}
	c.skip = 0
	return true
}

// lockSync is Lock of sync.Mutex.
func (c *modelCore) lockSync() {
	round, awoke, starved, since := 0, false, false, int64(-1)
	for free := c.touch(true); !free; free = c.tryLock() {
		if c.locked && !c.starving && round < syncRounds {
			if !awoke && !c.woken && len(c.parked) > 0 {
				awoke, c.woken = true, true // so that nobody else is woken
			}
			c.pass(syncRound)
			round++
			continue
		}
		if c.touch(true) {
			break // free just now
		}
		c.woken = c.woken && !awoke
		c.starving = c.starving || starved
		at := 0 // who has been woken before goes first
		if since < 0 {
			since, at = c.now, len(c.parked)
		}
		c.parked = slices.Insert(c.parked, at, c)
		c.parks++
		parked := c.now
		c.pass(never) // until woken
		c.idle += max(0, c.now-parked-parkCost)
		starved = c.now-since > starvation
		if c.starving { // the lock has been handed over
			c.locked, c.starving = true, starved && len(c.parked) > 0
			return
		}
		round, awoke = 0, true
	}
	c.woken = c.woken && !awoke
	c.locked = true
}

func (c *modelCore) unlock() {
	c.touch(true)
	if c.locked = false; len(c.parked) == 0 || c.woken {
		return
	}
	first, mine, other := c.parked[0], int64(0), c.about(wakeLatency)
	if c.starving {
		mine, other = other, mine // it gets the lock and this core
	}
	c.woken, c.parked = !c.starving, c.parked[1:]
	c.resume(first, wakeCost+other)
	c.pass(wakeCost + mine)
}

// A forecast is what the model says. All but jain and longest is for each
// operation.
type forecast struct{ wall, cpu, jain, parks, longest float64 }

func simulate(d design, cores int, section, outside time.Duration) forecast {
	m := &model{design: d, transfer: lineNear, random: rand.New(rand.NewSource(1))}
	if cores > cacheGroup {
		m.transfer = lineFar
	}
	for i := range cores {
		c := &modelCore{model: m, bit: 1 << i, index: i}
		next, stop := iter.Pull(func(yield func(int64) bool) {
			c.pass = yield
			c.run(section, outside)
		})
		defer stop()
		c.next = next
		m.agenda = append(m.agenda, c)
	}
	sum, squares, busy := 0.0, 0.0, 0.0
	for c := m.agenda[0]; c.at < never; c = m.agenda[0] {
		m.now = c.at
		d, more := c.next()
		if !more {
			d = never
			sum += float64(c.ops)
			squares += float64(c.ops * c.ops)
			busy += float64(m.now - c.idle)
		}
		m.resume(c, d)
	}
	return forecast{
		float64(modelLength) / sum, busy / sum, sum * sum / (float64(cores) * squares),
		float64(m.parks) / sum, float64(m.longest),
	}
}

// manyCore prints what the model says: for each operation the time, in relation
// to sync.Mutex where it is without a unit, CPU time in relation to sync.Mutex,
// and parks; Jain's index of fairness; and the longest wait for the lock in µs.
func manyCore(w io.Writer) {
	fmt.Fprintf(w, "%23s", "")
	for _, name := range []string{"sync.Mutex", "token", "queue", "everybody spins"} {
		fmt.Fprintf(w, " | %-29s", name)
	}
	fmt.Fprintf(w, "\ncores section   outside%s\n", strings.Repeat(" |    time   cpu jain parks  wait", 4))
	for _, times := range []time.Duration{1, 8} {
		for _, section := range []time.Duration{100, 1000, 5000} {
			for _, cores := range []int{2, 4, 8, 16, 32} {
				manyCoreRow(w, cores, section, times*section)
			}
		}
	}
}

func manyCoreRow(w io.Writer, cores int, section, outside time.Duration) {
	fmt.Fprintf(w, "%5d %7v %9v", cores, section, outside)
	var base forecast
	for d := nobodySpins; d <= allSpin; d++ {
		f := simulate(d, cores, section, outside)
		time := fmt.Sprintf("%.2f", f.wall/base.wall)
		if d == nobodySpins {
			base, time = f, fmt.Sprintf("%.0fns", f.wall)
		}
		fmt.Fprintf(w, " | %7s %5.2f %4.2f %5.2f %5.0f", time, f.cpu/base.cpu, f.jain, f.parks, f.longest/1000)
	}
	fmt.Fprintln(w)
}
