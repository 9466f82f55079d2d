package core

// The graph as package lockgraph reads it. This is ordinary code that runs at
// the end of a program; it may use all of the language.

// A Place is a position in source, with the function that it is in.
type Place struct {
	Pkg, File, Func string // import path, base name, full name
	Line            int
}

// Graph returns what has been observed as JSON in the form of package
// lockgraph. place resolves program counters. Locks without the name of a class
// appear by the place where they were first acquired, as weak classes: within
// this process they were told apart, but others cannot know which was which.
// process is a name for this process that no other has.
func Graph(process string, place func(pc uintptr) Place) []byte {
	enter()
	defer leave()
	x := exporter{process: process, place: place, names: make(map[nodeID]string)}
	x.out = append(x.out, `{"tool":"lockvet","version":1,`...)
	x.out = append(x.out, "\n\"classes\":["...)
	x.classes()
	x.out = append(x.out, "],\n\"edges\":["...)
	x.edges()
	x.out = append(x.out, "]}\n"...)
	return x.out
}

type exporter struct {
	out     []byte
	process string
	place   func(pc uintptr) Place
	names   map[nodeID]string
}

// name is the class that a node appears as.
func (x *exporter) name(n nodeID) string {
	if s, ok := x.names[n]; ok {
		return s
	}
	c := &classes[nodes[n].class]
	s := c.name
	if s == "" {
		p := x.place(c.pc)
		s = p.Pkg + "/" + p.File + ":" + digits(p.Line)
	}
	if c.level > 0 {
		s += "/" + digits(int(c.level))
	}
	x.names[n] = s
	return s
}

func (x *exporter) classes() {
	done := make(map[string]bool)
	sep := "\n"
	for n := nodeID(1); n < nodeCount; n++ {
		c := &classes[nodes[n].class]
		// The single locks of a named class appear as the class.
		if c.name != "" && nodes[n].instance != 0 || nodes[n].out == 0 && nodes[n].in == 0 || done[x.name(n)] {
			continue
		}
		done[x.name(n)] = true
		x.out = append(x.out, sep...)
		sep = ",\n"
		x.member(`{"name":`, x.name(n))
		if c.name == "" || c.weak {
			x.out = append(x.out, `,"weak":true`...)
		}
		if c.adaptive {
			x.out = append(x.out, `,"adaptive":true`...)
		}
		if c.nested {
			x.out = append(x.out, `,"nested":true`...)
		}
		if c.name != "" && nodes[n].writers != 0 {
			x.writers(n)
		}
		x.out = append(x.out, '}')
	}
}

func (x *exporter) writers(n nodeID) {
	done := make(map[string]bool)
	x.out = append(x.out, `,"writers":[`...)
	sep := ""
	for id := nodes[n].writers; id != 0; id = writers[id].next {
		set := ""
		listed := make(map[string]bool)
		start := len(x.out)
		x.out = append(x.out, sep...)
		x.out = append(x.out, `{"site":`...)
		x.site(writers[id].pc)
		comma := `,"under":[`
		for _, u := range sortedNames(writers[id].under, x.name) {
			if listed[u] {
				continue
			}
			listed[u] = true
			set += u + "\n"
			x.member(comma, u)
			comma = ","
		}
		if len(listed) > 0 {
			x.out = append(x.out, ']')
		}
		x.out = append(x.out, '}')
		if done[set] {
			x.out = x.out[:start]
			continue
		}
		done[set] = true
		sep = ","
	}
	x.out = append(x.out, ']')
}

func sortedNames(list []under, name func(nodeID) string) []string {
	var names []string
	for _, u := range list {
		names = append(names, name(u.node))
		for i := len(names) - 1; i > 0 && names[i] < names[i-1]; i-- {
			names[i], names[i-1] = names[i-1], names[i]
		}
	}
	return names
}

var (
	modeNames = [...]string{Exclusive: "exclusive", Shared: "shared"}
	kindNames = [...]string{Wait: "wait", Poll: "poll", Spin: "spin"}
)

func (x *exporter) edges() {
	done := make(map[string]bool)
	sep := "\n"
	for n := nodeID(1); n < nodeCount; n++ {
		for id := nodes[n].out; id != 0; id = edges[id].nextOut {
			start := len(x.out)
			x.edge(&edges[id])
			text := string(x.out[start:])
			if done[text] {
				x.out = x.out[:start]
				continue
			}
			done[text] = true
			x.out = append(append(x.out[:start], sep...), text...)
			sep = ",\n"
		}
	}
}

func (x *exporter) edge(e *edge) {
	kind, gates := e.kind, e.gates
	// An order among the locks of one class is a fault if it belongs to a cycle
	// of single locks, which the classes do not show: what was found is said of
	// each of its edges.
	pair := x.name(e.from) == x.name(e.to) && e.reported
	if pair {
		kind, gates = e.layer, nil
	}
	x.member(`{"from":`, x.name(e.from))
	x.member(`,"to":`, x.name(e.to))
	x.member(`,"from_mode":`, modeNames[e.fromMode])
	x.member(`,"to_mode":`, modeNames[e.toMode])
	x.member(`,"kind":`, kindNames[kind])
	x.out = append(x.out, `,"from_anchor":[`...)
	x.anchor(e.from, e.fromLock)
	x.out = append(x.out, `],"held":`...)
	x.site(e.heldPC)
	x.out = append(x.out, `,"site":`...)
	x.site(e.pc)
	if len(gates) > 0 {
		x.out = append(x.out, `,"gates":[`...)
		x.gates(e)
		x.out = append(x.out, ']')
	}
	if pair {
		x.member(`,"relation":`, "pair")
	}
	if e.test {
		x.out = append(x.out, `,"test":true`...)
	}
	x.out = append(x.out, `,"by_class":true,"origin":"runtime"}`...)
}

func (x *exporter) gates(e *edge) {
	done := make(map[string]bool)
	sep := ""
	for i := range e.gates {
		g := &e.gates[i]
		start := len(x.out)
		x.out = append(x.out, sep...)
		from := len(x.out)
		x.member(`{"class":`, x.name(g.node))
		x.member(`,"mode":`, modeNames[g.mode])
		x.out = append(x.out, `,"anchors":[`...)
		x.anchor(g.node, g.instance)
		x.beside(e.from)
		x.beside(e.to)
		x.out = append(x.out, `]}`...)
		if text := string(x.out[from:]); done[text] {
			x.out = x.out[:start]
		} else {
			done[text] = true
			sep = ","
		}
	}
}

// anchor is what makes the instance certain: that it is the only one, or its
// number in this process.
func (x *exporter) anchor(n nodeID, instance uint32) {
	if isSingle(n) && classes[nodes[n].class].name != "" {
		x.string("")
		return
	}
	x.string("@" + x.process + "." + digits(int(instance)))
}

// beside adds the anchor that a gate has if it may go with a lock of the edge;
// see sameGate.
func (x *exporter) beside(n nodeID) {
	if isCollection(n) {
		x.member(",", "with "+x.name(n))
	}
}

func (x *exporter) site(pc uintptr) {
	p := x.place(pc)
	x.member(`{"pkg":`, p.Pkg)
	x.member(`,"file":`, p.File)
	x.out = append(x.out, `,"line":`...)
	x.out = append(x.out, digits(p.Line)...)
	x.member(`,"func":`, p.Func)
	x.out = append(x.out, '}')
}

func (x *exporter) member(before, value string) {
	x.out = append(x.out, before...)
	x.string(value)
}

func (x *exporter) string(s string) {
	const hex = "0123456789abcdef"
	x.out = append(x.out, '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			x.out = append(x.out, '\\', c)
		case c < ' ':
			x.out = append(x.out, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			x.out = append(x.out, c)
		}
	}
	x.out = append(x.out, '"')
}

func digits(n int) string {
	if n < 0 {
		return "-" + digits(-n)
	}
	if n < 10 {
		return string(rune('0' + n))
	}
	return digits(n/10) + string(rune('0'+n%10))
}
