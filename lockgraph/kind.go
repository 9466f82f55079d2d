package lockgraph

import (
	"fmt"
	"slices"
)

// Mode says how a lock is held or wanted.
type Mode uint8

const (
	Exclusive Mode = iota // Lock, TryLock
	Shared                // RLock, TryRLock
)

// Kind says how the second lock of an edge is taken, and with that whether
// the thread waits while it holds the first. The order of the values is the
// order of the search layers.
type Kind uint8

const (
	Wait  Kind = iota // Lock or RLock: waits holding the first lock
	Poll              // TryLock in a loop that ends only with success: waits, burning a CPU
	Spin              // a spinning trylock: waits for a bounded time
	Retry             // one-shot TryLock in a busy retry loop: does not wait, but starts over at once
	Try               // one-shot TryLock whose failure path gives up, falls back, backs off or is bounded
)

// Origin is the set of sides that have seen an edge.
type Origin uint8

const (
	Static  Origin = 1 << iota // derived from source
	Runtime                    // observed while tests ran
)

// Relation says how the two instances of a same-class edge are related:
// "" when nothing is known (never reported), [Interchangeable], ">f" from a
// parent to the child in its field f, "<f" from the child to the parent.
type Relation string

// Interchangeable relates two instances whose order is set by the caller,
// as in transfer(a, b): two callers can pass them either way round.
const Interchangeable Relation = "pair"

// ByField reports whether one of the two objects is a part of the other.
func (r Relation) ByField() bool { return r != "" && (r[0] == '>' || r[0] == '<') }

var (
	modeNames   = []string{"exclusive", "shared"}
	kindNames   = []string{"wait", "poll", "spin", "retry", "try"}
	originNames = []string{"unknown", "static", "runtime", "both"}
)

func (m Mode) String() string   { return enumName("Mode", modeNames, uint8(m)) }
func (k Kind) String() string   { return enumName("Kind", kindNames, uint8(k)) }
func (o Origin) String() string { return enumName("Origin", originNames, uint8(o)) }

func (m Mode) MarshalText() ([]byte, error)   { return marshalEnum("mode", modeNames, uint8(m)) }
func (k Kind) MarshalText() ([]byte, error)   { return marshalEnum("kind", kindNames, uint8(k)) }
func (o Origin) MarshalText() ([]byte, error) { return marshalEnum("origin", originNames, uint8(o)) }

func (m *Mode) UnmarshalText(b []byte) error   { return unmarshalEnum(m, "mode", modeNames, b) }
func (k *Kind) UnmarshalText(b []byte) error   { return unmarshalEnum(k, "kind", kindNames, b) }
func (o *Origin) UnmarshalText(b []byte) error { return unmarshalEnum(o, "origin", originNames, b) }

func enumName(typ string, names []string, v uint8) string {
	if int(v) < len(names) {
		return names[v]
	}
	return fmt.Sprintf("%s(%d)", typ, v)
}

func marshalEnum(what string, names []string, v uint8) ([]byte, error) {
	if int(v) < len(names) {
		return []byte(names[v]), nil
	}
	return nil, fmt.Errorf("unknown %s %d", what, v)
}

// unmarshalEnum leaves *v alone when the name is unknown.
func unmarshalEnum[T ~uint8](v *T, what string, names []string, b []byte) error {
	i := slices.Index(names, string(b))
	if i < 0 {
		return fmt.Errorf("unknown %s %q", what, b)
	}
	*v = T(i)
	return nil
}
