package lockgraph

import (
	"encoding"
	"fmt"
)

// addJSONEdge checks all that an edge must satisfy before it adds it: what
// [Edge.normal] would silently mend in a caller's edge is an error in a file.
func (g *Graph) addJSONEdge(where string, j *jsonEdge) error {
	e := Edge{
		From: j.From, To: j.To, Retries: j.Retries, FromAnchor: j.FromAnchor,
		Held: Site(j.Held), Site: Site(j.Site), Report: Site(j.Report),
		Relation: Relation(j.Relation), ByClass: j.ByClass, ByType: j.ByType, Test: j.Test,
	}
	if e.From == "" || e.To == "" {
		return fmt.Errorf("%s: from or to is missing", where)
	}
	for _, f := range []struct {
		name, value string
		into        encoding.TextUnmarshaler
	}{
		{"from_mode", j.FromMode, &e.FromMode},
		{"to_mode", j.ToMode, &e.ToMode},
		{"kind", j.Kind, &e.Kind},
		{"origin", j.Origin, &e.Origin},
	} {
		if err := parse(where+"."+f.name, f.value, f.into); err != nil {
			return err
		}
	}
	if e.Retries && e.Kind != Spin {
		return fmt.Errorf("%s: retries is for spin edges, not %s", where, e.Kind)
	}
	if !e.Relation.valid(e.From == e.To) {
		return fmt.Errorf("%s: unknown relation %q", where, e.Relation)
	}
	if err := j.places(where, &e); err != nil {
		return err
	}
	if err := j.gates(where, &e); err != nil {
		return err
	}
	if !g.addNormal(e.normal()) {
		return fmt.Errorf("%s: duplicate edge from %q to %q", where, e.From, e.To)
	}
	return nil
}

func (j *jsonEdge) places(where string, e *Edge) error {
	for i, s := range j.Calls {
		if err := s.check(fmt.Sprintf("%s.calls[%d]", where, i)); err != nil {
			return err
		}
		e.Calls = append(e.Calls, Site(s))
	}
	if err := j.Held.check(where + ".held"); err != nil {
		return err
	}
	if err := j.Site.check(where + ".site"); err != nil {
		return err
	}
	return j.Report.check(where + ".report")
}

func (j *jsonEdge) gates(where string, e *Edge) error {
	seen := make(map[string]bool)
	for i, jg := range j.Gates {
		here := fmt.Sprintf("%s.gates[%d]", where, i)
		if jg.Class == "" {
			return fmt.Errorf("%s: class is missing", here)
		}
		g := Gate{Class: jg.Class, Anchors: stringSet(jg.Anchors)}
		if err := parse(here+".mode", jg.Mode, &g.Mode); err != nil {
			return err
		}
		k := string(g.appendKey(nil))
		if seen[k] {
			return fmt.Errorf("%s: duplicate gate %q", here, g.Class)
		}
		seen[k] = true
		e.Gates = append(e.Gates, g)
	}
	return nil
}

// parse reads an enumeration; when it is left out it is zero.
func parse(where, value string, into encoding.TextUnmarshaler) error {
	if value == "" {
		return nil
	}
	if err := into.UnmarshalText([]byte(value)); err != nil {
		return fmt.Errorf("%s: %w", where, err)
	}
	return nil
}

// valid reports whether r is a relation; only same-class edges have one.
func (r Relation) valid(sameClass bool) bool {
	switch {
	case r == "":
		return true
	case !sameClass:
		return false
	case r == Interchangeable:
		return true
	}
	return len(r) > 1 && (r[0] == '>' || r[0] == '<')
}
