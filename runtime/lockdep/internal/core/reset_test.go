package core

// reset forgets all that the core knows.
func reset() {
	classes, classCount = nil, 1
	nodes, nodeCount = nil, 1
	edges, edgeCount, freeEdge = nil, 1, 0
	writers, writerCount, freeWriter = nil, 1, 0
	rereads, rereadCount, freeReread = nil, 1, 0
	byPlace, byName, byInstance = [hashSlots]classID{}, [hashSlots]classID{}, [hashSlots]nodeID{}
	lastInstance, lastSearch = 0, 0
	goroutines, drops, orphans = nil, nil, nil
	forgetChains()
}
