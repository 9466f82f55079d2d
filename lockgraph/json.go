package lockgraph

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// What the JSON form says of itself. The version changes with any change
// that a reader of this one would misread.
const (
	jsonTool    = "lockvet"
	jsonVersion = 1
)

// The JSON form. Zero values are left out, so an edge without a kind waits
// and one without modes is exclusive at both ends. Enumerations are strings
// here, since the reader says where an unknown one stands.
type (
	jsonSite struct {
		Pkg  string `json:"pkg,omitzero"`
		File string `json:"file,omitzero"`
		Line int    `json:"line,omitzero"`
		Func string `json:"func,omitzero"`
	}
	jsonWriter struct {
		Site  jsonSite `json:"site,omitzero"`
		Under []string `json:"under,omitempty"`
	}
	jsonClass struct {
		Name     string       `json:"name"`
		Weak     bool         `json:"weak,omitzero"`
		Adaptive bool         `json:"adaptive,omitzero"`
		Nested   bool         `json:"nested,omitzero"`
		Writers  []jsonWriter `json:"writers,omitempty"`
	}
	jsonGate struct {
		Class   string   `json:"class"`
		Mode    string   `json:"mode,omitzero"`
		Anchors []string `json:"anchors,omitempty"`
	}
	jsonEdge struct {
		From       string     `json:"from"`
		To         string     `json:"to"`
		FromMode   string     `json:"from_mode,omitzero"`
		ToMode     string     `json:"to_mode,omitzero"`
		Kind       string     `json:"kind,omitzero"`
		Retries    bool       `json:"retries,omitzero"`
		FromAnchor []string   `json:"from_anchor,omitempty"`
		Held       jsonSite   `json:"held,omitzero"`
		Calls      []jsonSite `json:"calls,omitempty"`
		Site       jsonSite   `json:"site,omitzero"`
		Report     jsonSite   `json:"report,omitzero"`
		Gates      []jsonGate `json:"gates,omitempty"`
		Relation   string     `json:"relation,omitzero"`
		ByClass    bool       `json:"by_class,omitzero"`
		ByType     bool       `json:"by_type,omitzero"`
		Test       bool       `json:"test,omitzero"`
		Origin     string     `json:"origin,omitzero"`
	}
	jsonOrder struct {
		Before string   `json:"before"`
		After  string   `json:"after"`
		Site   jsonSite `json:"site,omitzero"`
	}
)

// WriteJSON writes g in the JSON form: the same bytes for the same content,
// one class, edge or order on a line, with all that HTML could misread
// escaped.
func (g *Graph) WriteJSON(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "{\"tool\":%q,\"version\":%d", jsonTool, jsonVersion)
	var classes []Class
	for _, c := range g.Classes() {
		if g.classes[g.ids[c.Name]].added {
			classes = append(classes, c)
		}
	}
	if err := writeList(b, "classes", classes, classToJSON); err != nil {
		return err
	}
	if err := writeList(b, "edges", g.Edges(), edgeToJSON); err != nil {
		return err
	}
	if err := writeList(b, "orders", g.Orders(), orderToJSON); err != nil {
		return err
	}
	fmt.Fprint(b, "}\n")
	return b.Flush()
}

// writeList writes a member of the top-level object, nothing if it is empty.
func writeList[T, J any](b *bufio.Writer, name string, list []T, form func(*T) (J, error)) error {
	if len(list) == 0 {
		return nil
	}
	fmt.Fprintf(b, ",\n%q:[", name)
	for i := range list {
		sep := ",\n"
		if i == 0 {
			sep = "\n"
		}
		v, err := form(&list[i])
		if err != nil {
			return fmt.Errorf("lockgraph: %s[%d]: %w", name, i, err)
		}
		text, err := json.Marshal(v)
		if err != nil {
			return fmt.Errorf("lockgraph: %s[%d]: %w", name, i, err)
		}
		b.WriteString(sep)
		b.Write(text)
	}
	_, err := b.WriteString("]")
	return err
}

func classToJSON(c *Class) (jsonClass, error) {
	j := jsonClass{Name: c.Name, Weak: c.Weak, Adaptive: c.Adaptive, Nested: c.Nested}
	for _, w := range c.Writers {
		j.Writers = append(j.Writers, jsonWriter{jsonSite(w.Site), w.Under})
	}
	return j, nil
}

func orderToJSON(o *Order) (jsonOrder, error) {
	return jsonOrder{o.Before, o.After, jsonSite(o.Site)}, nil
}

// edgeToJSON fails for an edge whose mode or kind is none, which no reader
// would accept.
func edgeToJSON(e *Edge) (jsonEdge, error) {
	j := jsonEdge{
		From: e.From, To: e.To, Retries: e.Retries, FromAnchor: e.FromAnchor,
		Held: jsonSite(e.Held), Site: jsonSite(e.Site), Report: jsonSite(e.Report),
		Relation: string(e.Relation), ByClass: e.ByClass, ByType: e.ByType, Test: e.Test,
	}
	for _, s := range e.Calls {
		j.Calls = append(j.Calls, jsonSite(s))
	}
	var err error
	for _, g := range e.Gates {
		gate := jsonGate{Class: g.Class, Anchors: g.Anchors}
		setName(&gate.Mode, g.Mode, &err)
		j.Gates = append(j.Gates, gate)
	}
	setName(&j.FromMode, e.FromMode, &err)
	setName(&j.ToMode, e.ToMode, &err)
	setName(&j.Kind, e.Kind, &err)
	setName(&j.Origin, e.Origin, &err)
	return j, err
}

// setName sets *s to the name of v, or leaves it out when v is zero.
func setName[T interface {
	~uint8
	MarshalText() ([]byte, error)
}](s *string, v T, err *error) {
	if v == 0 {
		return
	}
	b, e := v.MarshalText()
	if e != nil && *err == nil {
		*err = e
	}
	*s = string(b)
}
