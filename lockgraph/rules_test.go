package lockgraph

import (
	"reflect"
	"testing"
)

func TestGates(t *testing.T) {
	ring := func(ab, bc, ca []change) []any {
		return []any{edge("A", "B", Wait, ab...), edge("B", "C", Wait, bc...), edge("C", "A", Wait, ca...)}
	}
	two := func(ab, ba []change) []any {
		return []any{edge("A", "B", Wait, ab...), edge("B", "A", Wait, ba...)}
	}
	global := gate("G", Exclusive, "")
	runCycleCases(t, []cycleCase{
		{"global", two([]change{global}, []change{global}), Options{}, ""},
		{"one side only", two([]change{global}, nil), Options{}, "deadlock A B"},
		{"same path", two([]change{gate("G", Exclusive, "A.g")}, []change{gate("G", Exclusive, "A.g")}), Options{}, ""},
		{"one anchor of several", two([]change{gate("G", Exclusive, "A.g", "B.g")}, []change{gate("G", Exclusive, "B.g", "C.g")}), Options{}, ""},
		{"other path", two([]change{gate("G", Exclusive, "A.g")}, []change{gate("G", Exclusive, "B.g")}), Options{}, "deadlock A B"},
		{"no anchors", two([]change{gate("G", Exclusive)}, []change{gate("G", Exclusive)}), Options{}, "deadlock A B"},
		{"other class", two([]change{gate("G", Exclusive, "")}, []change{gate("H", Exclusive, "")}), Options{}, "deadlock A B"},
		{"shared on one side", two([]change{gate("G", Shared, "")}, []change{global}), Options{}, ""},
		{"shared on both", two([]change{gate("G", Shared, "")}, []change{gate("G", Shared, "")}), Options{}, "deadlock A B"},
		{"shared and exclusive of one lock", two([]change{gate("G", Shared, ""), global}, []change{gate("G", Shared, "")}), Options{}, ""},
		{"two of three are enough", ring([]change{global}, nil, []change{global}), Options{}, ""},
		{
			"a lock of the cycle, held as From elsewhere",
			ring([]change{gate("C", Exclusive, "")}, nil, []change{fromAnchor("")}), Options{}, "",
		},
		{
			"a lock of the cycle that need not be the same",
			ring([]change{gate("C", Exclusive, "")}, nil, nil), Options{}, "deadlock A B C",
		},
		{
			"of two alike edges only one holds the lock",
			append(ring([]change{gate("C", Exclusive, "x")}, nil, []change{fromAnchor("x")}), edge("C", "A", Wait, fromAnchor("y"))),
			Options{}, "deadlock A B C",
		},
		{
			"both shared, with a writer",
			append(ring([]change{gate("C", Shared, "")}, nil, []change{fromAnchor(""), sharedFrom}), writtenUnder("C")),
			Options{}, "deadlock A B C",
		},
		{
			"shortest is gated, a longer one is not",
			[]any{
				edge("A", "B", Wait, global), edge("B", "A", Wait, global),
				edge("A", "C", Wait), edge("C", "B", Wait),
			},
			Options{}, "deadlock A C B",
		},
		{
			"all ways are gated",
			[]any{
				edge("A", "B", Wait, global), edge("B", "A", Wait, global),
				edge("A", "C", Wait, global), edge("C", "B", Wait),
			},
			Options{}, "",
		},
	})
}

func TestReadLocks(t *testing.T) {
	readers := func(k Kind) []any {
		return []any{edge("A", "R", k, sharedTo), edge("R", "A", Wait, sharedFrom)}
	}
	runCycleCases(t, []cycleCase{
		{"held exclusively", []any{edge("A", "R", Wait, sharedTo), edge("R", "A", Wait)}, Options{}, "deadlock A R"},
		{"wanted exclusively", []any{edge("A", "R", Wait), edge("R", "A", Wait, sharedFrom)}, Options{}, "deadlock A R"},
		{"both shared, no writer", readers(Wait), Options{}, ""},
		{"both shared, writer", append(readers(Wait), writtenUnder("R")), Options{}, "deadlock A R"},
		{"writer under another lock", append(readers(Wait), writtenUnder("R", "X")), Options{}, "deadlock A R"},
		{"writer under a lock of the cycle", append(readers(Wait), writtenUnder("R", "A", "X")), Options{}, ""},
		{"one of two writers", append(readers(Wait), writtenUnder("R", "A"), writtenUnder("R", "X", "Y")), Options{}, "deadlock A R"},
		{"writer of another class", append(readers(Wait), writtenUnder("A")), Options{}, ""},
		{"trylock fails only while a writer waits", append(readers(Retry), writtenUnder("R")), Options{}, "trylock inversion A R"},
		{"trylock succeeds beside readers", readers(Retry), Options{}, ""},
		{"poll succeeds beside readers", readers(Poll), Options{}, ""},
		{"poll beside a writer", append(readers(Poll), writtenUnder("R")), Options{}, "livelock A R"},
		{
			"writer shut out by a global gate",
			[]any{
				writtenUnder("R", "G"),
				edge("A", "R", Wait, sharedTo, gate("G", Shared, "")), edge("R", "A", Wait, sharedFrom),
			},
			Options{}, "",
		},
		{
			"gate of the writer need not be the same",
			[]any{
				writtenUnder("R", "G"),
				edge("A", "R", Wait, sharedTo, gate("G", Shared, "A.g")), edge("R", "A", Wait, sharedFrom),
			},
			Options{}, "deadlock A R",
		},
		{
			"a longer way past a class without writers",
			[]any{
				edge("A", "R", Wait, sharedTo), edge("R", "A", Wait, sharedFrom),
				edge("A", "B", Wait), edge("B", "R", Wait),
			},
			Options{}, "deadlock A B R",
		},
		{
			"not twice through a class, even if that would conflict",
			[]any{
				edge("A", "R", Wait, sharedTo), edge("R", "A", Wait, sharedFrom),
				edge("R", "B", Wait), edge("B", "R", Wait),
			},
			Options{}, "deadlock B R",
		},
		{
			"the writer's lock joins the cycle late",
			[]any{
				writtenUnder("R", "C"), edge("A", "R", Wait, sharedTo), edge("R", "B", Wait, sharedFrom),
				edge("B", "C", Wait), edge("C", "A", Wait),
			},
			Options{}, "",
		},
	})
}

func TestWritersAreNamed(t *testing.T) {
	site := Site{Pkg: "p", File: "w.go", Line: 1}
	g := graphOf(
		writtenUnder("A"), writtenUnder("C", "Z"),
		edge("A", "B", Wait, sharedFrom), edge("B", "C", Wait, sharedTo), edge("C", "A", Wait, sharedFrom, sharedTo),
	)
	got := g.Cycles(Options{})
	if outline(got) != "deadlock A B C" {
		t.Fatalf("cycles %q", outline(got))
	}
	if want := []Site{site, site}; !reflect.DeepEqual(got[0].Writers, want) {
		t.Errorf("writers %v, want %v", got[0].Writers, want)
	}
	if got := graphOf(edge("A", "B", Wait), edge("B", "A", Wait)).Cycles(Options{}); got[0].Writers != nil {
		t.Errorf("exclusive cycle with writers %v", got[0].Writers)
	}
}

func TestSameClass(t *testing.T) {
	self := func(r Relation, k Kind, changes ...change) Edge {
		return edge("A", "A", k, append(changes, related(r))...)
	}
	global := gate("G", Exclusive, "")
	runCycleCases(t, []cycleCase{
		{"unknown", []any{self("", Wait)}, Options{}, ""},
		{"unknown beside one way", []any{self("", Wait), self(">f", Wait)}, Options{}, ""},
		{"interchangeable", []any{self("pair", Wait)}, Options{}, "deadlock A"},
		{"interchangeable poll", []any{self("pair", Poll)}, Options{}, "livelock A"},
		{"interchangeable retry", []any{self("pair", Retry)}, Options{}, "retry livelock A"},
		{"interchangeable spin starts over", []any{self("pair", Spin, startsOver)}, Options{}, "spinning livelock A"},
		{"interchangeable spin", []any{self("pair", Spin)}, Options{}, "bounded spin A"},
		{"interchangeable adaptive spin", []any{Class{Name: "A", Adaptive: true}, self("pair", Spin)}, Options{}, ""},
		{"interchangeable try", []any{self("pair", Try)}, Options{}, ""},
		{"interchangeable try, what if", []any{self("pair", Try)}, Options{WhatIfSpin: true}, "avoidance A"},
		{"gated", []any{self("pair", Wait, global)}, Options{}, ""},
		{"gated by an unknown instance", []any{self("pair", Wait, gate("G", Exclusive))}, Options{}, "deadlock A"},
		{"gated by a reader", []any{self("pair", Wait, gate("G", Shared, ""))}, Options{}, "deadlock A"},
		{"one gated, one not", []any{self("pair", Wait, global), self("pair", Wait)}, Options{}, "deadlock A"},
		{"From is no gate", []any{self("pair", Wait, fromAnchor("x"))}, Options{}, "deadlock A"},
		{"readers", []any{self("pair", Wait, sharedFrom, sharedTo)}, Options{}, ""},
		{"readers and a writer", []any{writtenUnder("A"), self("pair", Wait, sharedFrom, sharedTo)}, Options{}, "deadlock A"},
		{"readers and a writer under the class", []any{writtenUnder("A", "A"), self("pair", Wait, sharedFrom, sharedTo)}, Options{}, ""},
		{"reader wants exclusively", []any{self("pair", Wait, sharedFrom)}, Options{}, "deadlock A"},
		{"down", []any{self(">f", Wait)}, Options{}, ""},
		{"down and up", []any{self(">f", Wait), self("<f", Wait)}, Options{}, "deadlock A"},
		{"down and up by different fields", []any{self(">f", Wait), self("<g", Wait)}, Options{}, ""},
		{"down waits, up retries", []any{self(">f", Wait), self("<f", Retry)}, Options{}, "trylock inversion A"},
		{"down and up, gated", []any{self(">f", Wait, global), self("<f", Wait, global)}, Options{}, ""},
		{"down reads, up reads", []any{self(">f", Wait, sharedFrom, sharedTo), self("<f", Wait, sharedFrom, sharedTo)}, Options{}, ""},
		{"down reads, up writes", []any{self(">f", Wait, sharedFrom, sharedTo), self("<f", Wait)}, Options{}, "deadlock A"},
		{"down and up are reported once", []any{self(">f", Wait), self("<f", Wait), self("pair", Wait)}, Options{}, "deadlock A"},
		{
			"no part of a longer cycle",
			[]any{self("", Wait), self(">f", Wait), edge("A", "B", Wait), edge("B", "A", Try)}, Options{}, "",
		},
		{
			"beside a longer cycle",
			[]any{self("pair", Wait), edge("A", "B", Wait), edge("B", "A", Wait)}, Options{}, "deadlock A; deadlock A B",
		},
	})
}

func TestDeclaredOrders(t *testing.T) {
	site := Site{Pkg: "p", File: "o.go", Line: 9}
	order := func(before, after string) Order { return Order{before, after, site} }
	runCycleCases(t, []cycleCase{
		{"kept", []any{order("A", "B"), edge("A", "B", Wait)}, Options{}, ""},
		{"violated", []any{order("A", "B"), edge("B", "A", Wait)}, Options{}, "order violation B A"},
		{"violated by a poll", []any{order("A", "B"), edge("B", "A", Poll)}, Options{}, "order violation B A"},
		{"a trylock may try", []any{order("A", "B"), edge("B", "A", Retry), edge("B", "A", Try)}, Options{}, ""},
		{"a gate is no excuse", []any{order("A", "B"), edge("B", "A", Wait, gate("G", Exclusive, ""))}, Options{}, "order violation B A"},
		{"through others", []any{order("A", "B"), order("B", "C"), edge("C", "A", Wait)}, Options{}, "order violation C A"},
		{"not related", []any{order("A", "B"), order("A", "C"), edge("C", "B", Wait)}, Options{}, ""},
		{"instead of the deadlock", []any{order("A", "B"), edge("A", "B", Wait), edge("B", "A", Wait)}, Options{}, "order violation B A"},
		{
			"each violating edge",
			[]any{order("A", "B"), edge("B", "A", Wait, line(1)), edge("B", "A", Wait, line(2))},
			Options{}, "order violation B A; order violation B A",
		},
		{
			"other cycles remain",
			[]any{order("A", "B"), edge("B", "A", Wait), edge("B", "C", Wait), edge("C", "B", Wait)},
			Options{}, "deadlock B C; order violation B A",
		},
		{"an inversion against the order", []any{order("A", "B"), edge("A", "B", Wait), edge("B", "A", Retry)}, Options{}, "trylock inversion A B"},
		{"orders that contradict each other", []any{order("A", "B"), order("B", "A"), edge("A", "B", Wait)}, Options{}, "order violation A B"},
		{"same class", []any{order("A", "A"), edge("A", "A", Wait)}, Options{}, ""},
		{"in a test", []any{order("A", "B"), edge("B", "A", Wait, fromTest)}, Options{}, "order violation B A"},
	})
}

func TestDecidingOrder(t *testing.T) {
	order := func(before, after string) Order { return Order{Before: before, After: after} }
	chain := []any{order("A", "B"), order("B", "C"), edge("C", "A", Wait)}
	if got := *graphOf(chain...).Cycles(Options{})[0].Order; got != order("A", "B") {
		t.Errorf("decided by %v, want the first of the chain", got)
	}
	direct := append(chain, order("A", "C"))
	if got := *graphOf(direct...).Cycles(Options{})[0].Order; got != order("A", "C") {
		t.Errorf("decided by %v, want the direct order", got)
	}
}
