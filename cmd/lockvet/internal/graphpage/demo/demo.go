// Package demo makes order graphs for the tests of the page, with made-up
// source for their witnesses. The same arguments give the same graph.
package demo

import (
	"fmt"
	"math/rand"

	"github.com/lockvet/lockvet/cmd/lockvet/internal/graphpage"
	"github.com/lockvet/lockvet/lockgraph"
)

func site(pkg, file string, line int, fn string) lockgraph.Site {
	return lockgraph.Site{Pkg: pkg, File: file, Line: line, Func: fn}
}

// Bank is a small program with an inversion between two packages, a trylock
// inversion, a pair of interchangeable accounts, a declared order, and edges of
// each kind and origin.
func Bank() *lockgraph.Graph {
	const bank, audit, store = "example.com/bank", "example.com/bank/audit", "example.com/bank/internal/store.v2"
	g := lockgraph.New()
	ledger, account := bank+".Ledger.mu", bank+".Account.mu"
	logMu, sink := audit+".Log.mu", audit+".sinkMu"
	table, shard, lru := store+".Table.mu", store+".Table.shards[].mu", store+".cache.lru"
	g.AddClass(lockgraph.Class{Name: table, Writers: []lockgraph.Writer{{Site: site(store, "table.go", 80, "Table.Grow")}}})
	g.AddClass(lockgraph.Class{Name: lru, Adaptive: true})
	g.AddClass(lockgraph.Class{Name: bank + ".onceInit", Weak: true})
	g.AddClass(lockgraph.Class{Name: account, Nested: true})
	add := func(e lockgraph.Edge) {
		if e.Origin == 0 {
			e.Origin = lockgraph.Static
		}
		g.AddEdge(e)
	}
	flush := []lockgraph.Site{site(bank, "ledger.go", 44, "Ledger.Post"), site(audit, "log.go", 27, "Log.Append")}
	add(lockgraph.Edge{
		From: ledger, To: logMu, Held: site(bank, "ledger.go", 41, "Ledger.Post"), Calls: flush,
		Site: site(audit, "log.go", 31, "Log.append"), Origin: lockgraph.Static | lockgraph.Runtime,
		Gates: []lockgraph.Gate{{Class: table, Mode: lockgraph.Shared}},
	})
	add(lockgraph.Edge{From: ledger, To: logMu, Held: site(bank, "ledger.go", 90, "Ledger.Close"), Site: site(audit, "log.go", 70, "Log.Close"), ByType: true})
	add(lockgraph.Edge{From: logMu, To: ledger, Held: site(audit, "log.go", 52, "Log.Replay"), Site: site(bank, "ledger.go", 63, "Ledger.Balance"), ByClass: true})
	add(lockgraph.Edge{From: account, To: account, Relation: lockgraph.Interchangeable, Held: site(bank, "account.go", 20, "Transfer"), Site: site(bank, "account.go", 21, "Transfer"), Origin: lockgraph.Runtime})
	add(lockgraph.Edge{From: ledger, To: account, Held: site(bank, "ledger.go", 41, "Ledger.Post"), Site: site(bank, "account.go", 33, "Account.add"), Origin: lockgraph.Runtime})
	add(lockgraph.Edge{From: logMu, To: sink, Kind: lockgraph.Poll, Held: site(audit, "log.go", 52, "Log.Replay"), Site: site(audit, "sink.go", 9, "flush")})
	add(lockgraph.Edge{From: table, To: shard, FromMode: lockgraph.Shared, Held: site(store, "table.go", 12, "Table.Get"), Site: site(store, "table.go", 17, "Table.Get"), Origin: lockgraph.Static | lockgraph.Runtime})
	add(lockgraph.Edge{From: shard, To: lru, Held: site(store, "table.go", 17, "Table.Get"), Site: site(store, "cache.go", 8, "cache.touch")})
	add(lockgraph.Edge{From: lru, To: shard, Kind: lockgraph.Retry, Held: site(store, "cache.go", 30, "cache.evict"), Site: site(store, "cache.go", 34, "cache.evict")})
	add(lockgraph.Edge{From: account, To: table, Held: site(bank, "account.go", 40, "Account.save"), Site: site(store, "table.go", 12, "Table.Get"), ToMode: lockgraph.Shared})
	add(lockgraph.Edge{From: sink, To: lru, Kind: lockgraph.Spin, Held: site(audit, "sink.go", 9, "flush"), Site: site(store, "cache.go", 50, "cache.tryTouch")})
	add(lockgraph.Edge{From: shard, To: table, Kind: lockgraph.Try, Held: site(store, "table.go", 60, "Table.shrink"), Site: site(store, "table.go", 66, "Table.shrink")})
	add(lockgraph.Edge{From: table, To: account, Held: site(store, "load.go", 14, "load"), Site: site(bank, "account.go", 33, "Account.add"), Gates: []lockgraph.Gate{{Class: ledger, Anchors: []string{""}}}, Test: true})
	g.AddOrder(lockgraph.Order{Before: ledger, After: account, Site: site(bank, "ledger.go", 8, "")})
	return g
}

// Size says how large a generated graph is.
type Size struct {
	Packages, Classes, Edges int
	Back                     int  // edges against the order, which make cycles
	Uniform                  bool // edges between any two classes, not mostly within a package
}

// Generate makes a graph like that of a large program: packages of different
// sizes in layers, most edges within a package, the others to a few packages
// below it.
func Generate(s Size) *lockgraph.Graph {
	r := rand.New(rand.NewSource(1))
	names, members := classes(s, r)
	g := lockgraph.New()
	for i := range names {
		g.AddClass(lockgraph.Class{Name: names[i].class})
	}
	for n := 0; n < s.Edges; n++ {
		from := r.Intn(s.Classes)
		to := target(s, names, members, from, r)
		if to < 0 {
			n--
			continue
		}
		if from > to {
			from, to = to, from
		}
		if n < s.Back {
			from, to = to, from
		}
		g.AddEdge(generated(names[from], names[to], n, r))
	}
	return g
}

type class struct {
	pkg, class string
	number     int // of the package
}

func classes(s Size, r *rand.Rand) ([]class, [][]int) {
	areas := []string{"api", "auth", "billing", "cache", "cluster", "config", "index", "metrics", "net", "queue", "raft", "storage", "sync", "txn"}
	types := []string{"Server", "Client", "Pool", "Conn", "Store", "Session", "Registry", "Watcher", "Buffer", "Cursor", "Manager", "Node", "Stream", "Table"}
	fields := []string{"mu", "stateMu", "writeLock", "closeMu", "pending.mu", "shards[].mu"}
	weight := make([]int, s.Packages)
	total := 0
	for i := range weight {
		weight[i] = 1 + 60/(1+r.Intn(40))
		total += weight[i]
	}
	names := make([]class, 0, s.Classes)
	members := make([][]int, s.Packages)
	for p := range s.Packages {
		pkg := fmt.Sprintf("example.com/big/%s/%s%d", areas[p%len(areas)], areas[(p*5+3)%len(areas)], p)
		n := max(1, s.Classes*weight[p]/total)
		if p == s.Packages-1 {
			n = s.Classes - len(names)
		}
		for k := 0; k < n && len(names) < s.Classes; k++ {
			name := fmt.Sprintf("%s.%s%d.%s", pkg, types[r.Intn(len(types))], k, fields[r.Intn(len(fields))])
			members[p] = append(members[p], len(names))
			names = append(names, class{pkg, name, p})
		}
	}
	return names, members
}

func target(s Size, names []class, members [][]int, from int, r *rand.Rand) int {
	if s.Uniform {
		if to := r.Intn(s.Classes); to != from {
			return to
		}
		return -1
	}
	p := names[from].number
	if r.Intn(100) >= 65 {
		p += 1 + r.Intn(4)*r.Intn(6)
	}
	if p >= len(members) || len(members[p]) == 0 {
		return -1
	}
	if to := members[p][r.Intn(len(members[p]))]; to != from {
		return to
	}
	return -1
}

func generated(from, to class, n int, r *rand.Rand) lockgraph.Edge {
	kinds := []lockgraph.Kind{lockgraph.Wait, lockgraph.Wait, lockgraph.Wait, lockgraph.Wait, lockgraph.Wait, lockgraph.Wait, lockgraph.Poll, lockgraph.Spin, lockgraph.Retry, lockgraph.Try}
	file := fmt.Sprintf("file%d.go", n%9)
	e := lockgraph.Edge{
		From: from.class, To: to.class, Kind: kinds[r.Intn(len(kinds))],
		Held:   site(from.pkg, file, 20+n%700, "hold"),
		Site:   site(to.pkg, file, 30+n%900, "take"),
		Origin: lockgraph.Origin(1 + r.Intn(3)),
	}
	for range r.Intn(3) {
		e.Calls = append(e.Calls, site(from.pkg, file, 21+r.Intn(900), "step"))
	}
	return e
}

// Source makes up five lines around a place.
func Source(s lockgraph.Site) (string, []graphpage.Line) {
	lines := make([]graphpage.Line, 0, 5)
	for n := s.Line - 2; n <= s.Line+2; n++ {
		text := fmt.Sprintf("\tv%d := %s.next(%d) // %s", n%50, s.File[:1], n, s.Func)
		if n == s.Line {
			text = fmt.Sprintf("\tif err := s.%s.do(ctx, \"%s\"); err != nil { // </script><!-- \u2028", s.Func, s.Pkg)
		}
		lines = append(lines, graphpage.Line{Number: n, Text: text})
	}
	return s.Pkg + "/" + s.File, lines
}
