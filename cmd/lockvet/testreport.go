package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/runtime/lockdep/overlay"
)

// findings is what the test processes of a run have left behind, in files named
// PACKAGE.NUMBER.EXT, where PACKAGE is the import path of the tested package,
// escaped as in a URL.
//
// A .txt file holds reports. Each begins with a line that begins with reportMark.
// A .json file holds the orders that the process has seen, as a lockgraph.Graph.
type findings struct {
	accept  []overlay.Order
	first   map[string]string   // key of a report -> its text where it was first seen
	reports map[string][]string // text of a report -> packages whose tests made it
	damaged []string            // a line about each file that cannot be used

	union     *lockgraph.Graph
	processes int
	seen      map[string]bool     // keys of the cycles that one process saw whole
	sources   map[string][]string // key of an edge -> packages whose tests saw it
}

// reportMark begins each report of the detector.
const reportMark = "LOCKDEP: "

// collect reads the files. Those that were there before the run count as orders
// seen, since that is what they were kept for, but their reports are not news.
func (r *testRun) collect(known map[string]bool) (*findings, error) {
	f := &findings{
		accept:  r.opts.accept,
		first:   make(map[string]string),
		reports: make(map[string][]string),
		union:   lockgraph.New(),
		seen:    make(map[string]bool),
		sources: make(map[string][]string),
	}
	files, err := os.ReadDir(r.dir)
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		name := file.Name()
		path := filepath.Join(r.dir, name)
		pkg := packageOf(name)
		switch filepath.Ext(name) {
		case ".txt":
			if !known[name] {
				f.readReports(path, pkg)
			}
		case ".json":
			f.readGraph(path, pkg)
		}
	}
	return f, nil
}

// packageOf returns the import path in the name of a file, or what stands
// there instead.
func packageOf(name string) string {
	name = strings.TrimSuffix(name, filepath.Ext(name))
	name = strings.TrimSuffix(name, filepath.Ext(name))
	if path, err := url.PathUnescape(name); err == nil {
		return path
	}
	return name
}

func (f *findings) readReports(path, pkg string) {
	data, err := os.ReadFile(path)
	if err != nil {
		f.damaged = append(f.damaged, err.Error())
		return
	}
	list, rest := splitReports(string(data))
	if rest != "" {
		f.damaged = append(f.damaged, fmt.Sprintf("%s: begins with %.40q, not with a report", path, rest))
	}
	for _, text := range list {
		key := reportKey(text)
		if first, ok := f.first[key]; ok {
			text = first
		} else {
			f.first[key] = text
		}
		add(f.reports, text, pkg)
	}
}

// whoDid is what tells apart the runs of one test.
var whoDid = regexp.MustCompile(` by goroutine \d+( \([^)]*\))?(, which \S+ started,)?`)

// reportKey is the same for reports of one thing by several processes. A cycle
// is one by its classes, wherever it begins and whatever ways led to it.
func reportKey(text string) string {
	title, _, _ := strings.Cut(text, "\n")
	locks := strings.LastIndex(title, ": ") + len(": ")
	ring := strings.Split(title[locks:], " -> ")
	if len(ring) == 1 {
		return whoDid.ReplaceAllString(text, "")
	}
	ring = ring[1:] // the first is the last again
	i := slices.Index(ring, slices.Min(ring))
	return title[:locks] + strings.Join(slices.Concat(ring[i:], ring[:i]), " -> ")
}

// splitReports returns the reports in a file, and what stands before the first.
func splitReports(text string) (list []string, rest string) {
	var part strings.Builder
	marked := false
	finish := func() {
		if s := strings.TrimSpace(part.String()); marked {
			list = append(list, s)
		} else {
			rest = s
		}
		part.Reset()
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, reportMark) {
			finish()
			marked = true
		}
		part.WriteString(line)
	}
	finish()
	return list, rest
}

func (f *findings) readGraph(path, pkg string) {
	data, err := os.ReadFile(path)
	if err != nil {
		f.damaged = append(f.damaged, err.Error())
		return
	}
	g, err := lockgraph.ReadJSON(bytes.NewReader(data))
	if err != nil {
		f.damaged = append(f.damaged, fmt.Sprintf("%s: %v", path, err))
		return
	}
	f.processes++
	g = without(g, f.accept)
	f.union.Merge(g)
	for _, c := range g.Cycles(lockgraph.Options{}) {
		f.seen[cycleKey(&c)] = true
	}
	for _, e := range g.Edges() {
		add(f.sources, e.Key(), pkg)
	}
}

// without returns a graph without the orders that are accepted. A test process of
// this run adds none of them, but one of an earlier run may have.
func without(g *lockgraph.Graph, accept []overlay.Order) *lockgraph.Graph {
	if len(accept) == 0 {
		return g
	}
	h := lockgraph.New()
	for _, c := range g.Classes() {
		h.AddClass(c)
	}
	for _, o := range g.Orders() {
		h.AddOrder(o)
	}
	for _, e := range g.Edges() {
		if !slices.Contains(accept, overlay.Order{Before: e.From, After: e.To}) {
			h.AddEdge(e)
		}
	}
	return h
}

// add adds an element to a set.
func add(sets map[string][]string, key, element string) {
	if !slices.Contains(sets[key], element) {
		sets[key] = append(sets[key], element)
	}
}

// cycleKey identifies a cycle by what it is about. Its places are left out: in
// the union the same cycle may be proven by other ones.
func cycleKey(c *lockgraph.Cycle) string {
	return c.Verdict.String() + " " + strings.Join(c.Classes(), " -> ")
}

// print tells of each report once, and of each cycle that no process has seen
// whole. It returns how many there are.
func (f *findings) print(w io.Writer) int {
	for _, line := range f.damaged {
		fmt.Fprintf(w, "lockvet: %s\n", oneLine(line))
	}
	n := 0
	for _, text := range slices.Sorted(maps.Keys(f.reports)) {
		fmt.Fprintf(w, "%s\n  in the tests of %s\n\n", text, testsOf(f.reports[text]))
		n++
	}
	if f.processes > 1 {
		for _, c := range f.union.Cycles(lockgraph.Options{}) {
			if !f.seen[cycleKey(&c)] && !f.nested(&c) {
				f.printCycle(w, &c)
				n++
			}
		}
	}
	switch n {
	case 0:
	case 1:
		fmt.Fprintln(w, "lockvet: 1 report about locks")
	default:
		fmt.Fprintf(w, "lockvet: %d reports about locks\n", n)
	}
	return n
}

// nested reports whether a cycle goes through a class whose locks are nested. What
// several processes did to locks of such a class makes no cycle: they had different
// ones.
func (f *findings) nested(c *lockgraph.Cycle) bool {
	return slices.ContainsFunc(c.Classes(), func(name string) bool {
		class, ok := f.union.Class(name)
		return ok && class.Nested
	})
}

// verdictTitles says what a cycle means, in the words of the detector.
var verdictTitles = map[lockgraph.Verdict]string{
	lockgraph.Deadlock:      "locks are taken in a circular order, a deadlock",
	lockgraph.Livelock:      "a lock is polled against the order of other code, a livelock",
	lockgraph.SpinLivelock:  "locks are spun for against each other, a livelock",
	lockgraph.TryInversion:  "a trylock is retried against the order of other code",
	lockgraph.RetryLivelock: "trylocks are retried against each other, a livelock",
	lockgraph.BoundedSpin:   "a lock is spun for against the order of other code",
}

func (f *findings) printCycle(w io.Writer, c *lockgraph.Cycle) {
	ring := append(c.Classes(), c.Edges[0].From)
	fmt.Fprintf(w, "%s%s: %s\n", reportMark, cmp.Or(verdictTitles[c.Verdict], c.Verdict.String()), strings.Join(ring, " -> "))
	for i := range c.Edges {
		e := &c.Edges[i]
		fmt.Fprintf(w, "  %s is %s at\n", e.To, lockedAs(e.ToMode))
		printPlace(w, e.Site)
		fmt.Fprintf(w, "  while it holds %s, %s at\n", e.From, lockedAs(e.FromMode))
		printPlace(w, e.Held)
		fmt.Fprintf(w, "  in the tests of %s\n", testsOf(f.sources[e.Key()]))
	}
	for _, s := range c.Writers {
		fmt.Fprintf(w, "  a writer waits at\n")
		printPlace(w, s)
	}
	fmt.Fprintf(w, "  no test process did all of this, but together they did\n\n")
}

func printPlace(w io.Writer, s lockgraph.Site) {
	if s.Func != "" {
		fmt.Fprintf(w, "    %s\n", s.Func)
	}
	fmt.Fprintf(w, "      %s\n", s)
}

func lockedAs(m lockgraph.Mode) string {
	if m == lockgraph.Shared {
		return "read-locked"
	}
	return "locked"
}

// testsOf lists the packages whose tests have seen something.
func testsOf(list []string) string {
	list = slices.Sorted(slices.Values(list))
	if list[0] == "" {
		list[0] = "an unknown package"
	}
	return strings.Join(list, ", ")
}

// save writes the orders that all processes have seen to a file, if one is
// wanted. It replaces the file in one step, and leaves it alone if no process
// has told of any, as when nothing could be built.
func (f *findings) save(path string, stderr io.Writer) error {
	if path == "" {
		return nil
	}
	if f.processes == 0 {
		fmt.Fprintf(stderr, "lockvet: no test has run, so there are no orders for %s\n", path)
		return nil
	}
	return replaceFile(path, f.union.WriteJSON)
}
