package lockgraph

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// ReadJSON reads a graph that [Graph.WriteJSON] wrote. What it does not know
// it refuses, with one line that says what is wrong and where; then there is
// no graph.
func ReadJSON(r io.Reader) (*Graph, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("lockgraph: %w", err)
	}
	g, err := parseJSON(data)
	if err != nil {
		return nil, fmt.Errorf("lockgraph: %w", err)
	}
	return g, nil
}

func parseJSON(data []byte) (*Graph, error) {
	members, err := readMembers(data)
	if err != nil {
		return nil, err
	}
	var tool string
	if err := readMember(members, "tool", &tool); err != nil {
		return nil, err
	}
	if tool != jsonTool {
		return nil, fmt.Errorf("tool is %q, want %q: not an order graph", tool, jsonTool)
	}
	var version int
	if err := readMember(members, "version", &version); err != nil {
		return nil, err
	}
	if version != jsonVersion {
		return nil, fmt.Errorf("unknown version %d, want %d", version, jsonVersion)
	}
	g := New()
	if err := readList(members, "classes", g.addJSONClass); err != nil {
		return nil, err
	}
	if err := readList(members, "edges", g.addJSONEdge); err != nil {
		return nil, err
	}
	if err := readList(members, "orders", g.addJSONOrder); err != nil {
		return nil, err
	}
	for name := range members {
		return nil, fmt.Errorf("unknown member %q", name)
	}
	return g, nil
}

// readMembers splits the top-level object, so that each member is there at
// most once and the version can be looked at before anything else.
func readMembers(data []byte) (map[string]json.RawMessage, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	t, err := d.Token()
	if err != nil {
		return nil, located(data, d, err)
	}
	if t != json.Delim('{') {
		return nil, errors.New("want a JSON object")
	}
	members := make(map[string]json.RawMessage)
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, located(data, d, err)
		}
		name, ok := t.(string)
		if !ok {
			return nil, fmt.Errorf("want a member name at %s", position(data, d.InputOffset()))
		}
		if _, ok := members[name]; ok {
			return nil, fmt.Errorf("duplicate member %q at %s", name, position(data, d.InputOffset()))
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return nil, located(data, d, err)
		}
		members[name] = raw
	}
	if _, err := d.Token(); err != nil {
		return nil, located(data, d, err)
	}
	end := d.InputOffset()
	if rest := bytes.TrimLeft(data[end:], " \t\r\n"); len(rest) > 0 {
		return nil, fmt.Errorf("trailing data at %s", position(data, int64(len(data)-len(rest))))
	}
	return members, nil
}

// located adds the place to an error in the syntax.
func located(data []byte, d *json.Decoder, err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return errors.New("unexpected end of the input")
	}
	offset := d.InputOffset()
	var s *json.SyntaxError
	if errors.As(err, &s) {
		offset = s.Offset
	}
	return fmt.Errorf("%w at %s", err, position(data, offset))
}

func position(data []byte, offset int64) string {
	before := data[:min(max(offset, 0), int64(len(data)))]
	line := bytes.Count(before, []byte{'\n'}) + 1
	column := len(before) - bytes.LastIndexByte(before, '\n')
	return fmt.Sprintf("line %d, column %d", line, column)
}

// readMember decodes a member that must be there, and takes it out.
func readMember(members map[string]json.RawMessage, name string, v any) error {
	raw, ok := members[name]
	if !ok {
		return fmt.Errorf("%s is missing", name)
	}
	delete(members, name)
	if err := json.Unmarshal(raw, v); err != nil {
		return mismatch(name, err)
	}
	return nil
}

// readList decodes a member that is a list, if it is there, and takes it out.
func readList[J any](members map[string]json.RawMessage, name string, add func(where string, v *J) error) error {
	raw, ok := members[name]
	if !ok {
		return nil
	}
	delete(members, name)
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		return fmt.Errorf("%s: want a list", name)
	}
	for i := 0; d.More(); i++ {
		where := fmt.Sprintf("%s[%d]", name, i)
		var v J
		if err := d.Decode(&v); err != nil {
			return mismatch(where, err)
		}
		if err := add(where, &v); err != nil {
			return err
		}
	}
	return nil
}

// mismatch says that the value has another form than the one expected.
func mismatch(where string, err error) error {
	var t *json.UnmarshalTypeError
	if errors.As(err, &t) {
		if t.Field != "" {
			where += "." + t.Field
		}
		return fmt.Errorf("%s: want %s, not %s", where, t.Type.Kind(), t.Value)
	}
	return fmt.Errorf("%s: %s", where, strings.TrimPrefix(err.Error(), "json: "))
}

func (g *Graph) addJSONClass(where string, j *jsonClass) error {
	if j.Name == "" {
		return fmt.Errorf("%s: name is missing", where)
	}
	if id, ok := g.ids[j.Name]; ok && g.classes[id].added {
		return fmt.Errorf("%s: duplicate class %q", where, j.Name)
	}
	c := Class{Name: j.Name, Weak: j.Weak, Adaptive: j.Adaptive, Nested: j.Nested}
	seen := make(map[string]bool)
	for i, w := range j.Writers {
		here := fmt.Sprintf("%s.writers[%d]", where, i)
		if err := w.Site.check(here + ".site"); err != nil {
			return err
		}
		if slices.Contains(w.Under, "") {
			return fmt.Errorf("%s.under: a class name is missing", here)
		}
		under := stringSet(w.Under)
		k := string(appendStrings(nil, under))
		if seen[k] {
			return fmt.Errorf("%s: duplicate writer under %q", here, under)
		}
		seen[k] = true
		c.Writers = append(c.Writers, Writer{Site(w.Site), under})
	}
	g.AddClass(c)
	return nil
}

func (g *Graph) addJSONOrder(where string, j *jsonOrder) error {
	if j.Before == "" || j.After == "" {
		return fmt.Errorf("%s: a class name is missing", where)
	}
	if err := j.Site.check(where + ".site"); err != nil {
		return err
	}
	o := Order{j.Before, j.After, Site(j.Site)}
	if _, ok := g.orders[o]; ok {
		return fmt.Errorf("%s: duplicate order %q < %q", where, o.Before, o.After)
	}
	g.AddOrder(o)
	return nil
}

func (s jsonSite) check(where string) error {
	if s.Line < 0 {
		return fmt.Errorf("%s: negative line %d", where, s.Line)
	}
	return nil
}
