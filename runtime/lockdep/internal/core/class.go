package core

type (
	classID int32
	nodeID  uint32
)

// A class is the locks that have a name in common, or that were first
// acquired at one place. Those of a named class obey the same rules and are
// one node. Where there is only a place, the locks may be anything that a
// function got as its parameter, so each of them is a node of its own.
type class struct {
	name     string // "" if there is only a place
	pc       uintptr
	level    uint8   // of LockNested: a subclass
	base     classID // the class at level 0
	next     classID // with the same hash
	node     nodeID  // of a named class
	weak     bool    // makes no edges
	adaptive bool
	several  bool // locks, not one
	// nested says that a goroutine has held two of the locks at once, as those of
	// a tree: the cycles of the class are then judged by its locks.
	nested bool
	count  uint32
	only   uint32 // the first instance

	// Single locks get nodes of their own, the first of a class for good, the
	// later ones for as long as no other needs theirs. So what a process
	// remembers is bounded by its text, not by the locks that it makes.
	ring   []nodeID
	common nodeID // of those that have none of their own
	turn   int
	lost   uint32 // locks that were used again after their nodes had been passed on
}

const (
	lasting   = 1024 // nodes of a class that stay
	recycled  = 256  // and those that are passed on
	crowd     = 1024 // lost locks that make the class one of too many
	MaxLevel  = 7    // of LockNested
	hashSlots = 1 << 10
)

// A node is what edges lead to and from: a named class or a single lock.
type node struct {
	class    classID
	instance uint32 // of a single lock; 0 for a class
	out, in  edgeID // lists of edges
	writers  writerID
	handed   bool   // released by a goroutine that did not acquire it: makes no orders
	next     nodeID // with the same hash
	seen     uint32 // by the search of that number
	distance int32  // to its target
	onPath   bool

	rereads rereadID // recursive reads that no writer was known for
	reread  bool     // was reported
}

var (
	classes      []class
	classCount   int32 = 1 // 0 is none
	byPlace      [hashSlots]classID
	byName       [hashSlots]classID
	nodes        []node
	nodeCount    nodeID            = 1
	byInstance   [hashSlots]nodeID // single locks of named classes
	lastInstance uint32
)

//go:norace
func hashPlace(pc uintptr, level uint8) uint32 {
	return uint32(uint64(pc+uintptr(level))*0x9E3779B97F4A7C15>>32) % hashSlots
}

//go:norace
func hashName(name string, level uint8) uint32 {
	h := uint32(2166136261) + uint32(level)
	for i := 0; i < len(name); i++ {
		h = (h ^ uint32(name[i])) * 16777619
	}
	return h % hashSlots
}

// placeClass returns the class of the locks that are first acquired at pc.
//
//go:norace
func placeClass(pc uintptr) classID {
	h := hashPlace(pc, 0)
	for c := byPlace[h]; c != 0; c = classes[c].next {
		if classes[c].pc == pc {
			return c
		}
	}
	c := addClass()
	classes[c].pc, classes[c].base = pc, c
	classes[c].next, byPlace[h] = byPlace[h], c
	return c
}

// nameClass returns the class of that name, or its subclass.
//
//go:norace
func nameClass(name string, level uint8) classID {
	h := hashName(name, level)
	for c := byName[h]; c != 0; c = classes[c].next {
		if classes[c].name == name && classes[c].level == level {
			return c
		}
	}
	base := classID(0)
	if level > 0 {
		base = nameClass(name, 0)
	}
	c := addClass()
	n := addNode(c)
	p := &classes[c]
	p.name, p.level, p.base, p.node = name, level, base, n
	p.next, byName[h] = byName[h], c
	if level == 0 {
		p.base = c
	} else {
		p.weak, p.adaptive = classes[base].weak, classes[base].adaptive
	}
	return c
}

//go:norace
func addClass() classID {
	if int(classCount) >= len(classes) {
		more := make([]class, 2*len(classes)+64)
		for i := range classes {
			more[i] = classes[i]
		}
		classes = more
	}
	classCount++
	return classID(classCount - 1)
}

//go:norace
func addNode(c classID) nodeID {
	if int(nodeCount) >= len(nodes) {
		more := make([]node, 2*len(nodes)+256)
		for i := range nodes {
			more[i] = nodes[i]
		}
		nodes = more
	}
	nodeCount++
	nodes[nodeCount-1].class = c
	return nodeCount - 1
}

// newInstance gives a lock of class c its identity.
//
//go:norace
func newInstance(c classID) Lock {
	lastInstance++
	if lastInstance == 0 {
		lastInstance = 1
	}
	n := classes[c].node
	if n == 0 {
		n = singleNode(c, lastInstance)
	}
	noteInstance(c, lastInstance)
	return Lock{instance: lastInstance, node: n}
}

// regain gives a lock a node whose own has been passed on. All that was known
// about it is forgotten. In a class of more locks than there are nodes, all in
// use, that would happen each time; there the locks have one node in common that
// makes no orders.
//
//go:norace
func regain(l *Lock) {
	c := nodes[l.node].class
	if classes[c].lost++; classes[c].lost < crowd {
		l.node = singleNode(c, l.instance)
		return
	}
	if classes[c].common == 0 {
		n := addNode(c)
		nodes[n].handed = true
		classes[c].common = n
	}
	l.node = classes[c].common
}

// noteInstance counts the locks of a class, as far as it matters: one, or
// several.
//
//go:norace
func noteInstance(c classID, instance uint32) {
	p := &classes[c]
	if p.only == 0 {
		p.only = instance
	} else if p.only != instance {
		p.several = true
	}
}

// singleNode makes a node for one lock of a class.
//
//go:norace
func singleNode(c classID, instance uint32) nodeID {
	p := &classes[c]
	p.count++
	var n nodeID
	switch {
	case p.count <= lasting:
		n = addNode(c)
	default:
		if p.ring == nil {
			p.ring = make([]nodeID, recycled)
		}
		if n = p.ring[p.turn]; n != 0 {
			dissolve(n)
		} else {
			n = addNode(c)
			p.ring[p.turn] = n
		}
		p.turn = (p.turn + 1) % recycled
	}
	nodes[n].instance = instance
	return n
}

// dissolve takes all that is known about a node out of the graph, so that it
// can stand for another lock.
//
//go:norace
func dissolve(n nodeID) {
	for nodes[n].out != 0 {
		removeEdge(nodes[n].out)
	}
	for nodes[n].in != 0 {
		removeEdge(nodes[n].in)
	}
	freeWriters(n)
	freeRereads(n)
	if classes[nodes[n].class].node != 0 {
		unlinkInstance(n)
	}
	c := nodes[n].class
	nodes[n] = node{class: c}
}

// instanceNode returns the node of a single lock of a named class, where that
// is needed: for orders among the locks of one class.
//
//go:norace
func instanceNode(l Lock) nodeID {
	c := nodes[l.node].class
	if nodes[l.node].instance != 0 {
		return l.node
	}
	h := l.instance % hashSlots
	for n := byInstance[h]; n != 0; n = nodes[n].next {
		if nodes[n].instance == l.instance && nodes[n].class == c {
			return n
		}
	}
	n := singleNode(c, l.instance)
	nodes[n].next, byInstance[h] = byInstance[h], n
	return n
}

//go:norace
func unlinkInstance(n nodeID) {
	h := nodes[n].instance % hashSlots
	if byInstance[h] == n {
		byInstance[h] = nodes[n].next
		return
	}
	for m := byInstance[h]; m != 0; m = nodes[m].next {
		if nodes[m].next == n {
			nodes[m].next = nodes[n].next
			return
		}
	}
}

// current reports whether the node of l still stands for it.
//
//go:norace
func (l Lock) current() bool {
	i := nodes[l.node].instance
	return i == 0 || i == l.instance
}
