package core

// The chain cache. A chain is the locks that a goroutine holds, in order, and
// the one that it acquires; its key names each with its instance, mode and
// level. All that a verdict depends on is in the key, so a chain that was seen
// tells nothing new, and is not looked at again.
//
// The cache forgets: a slot is overwritten by the next chain that falls into
// it. A forgotten chain costs a slow path that finds its edges there already.

const (
	chainBits = 15
	chainSets = 1 << chainBits // of two slots each
	keyFactor = 0x9E3779B97F4A7C15
)

var chains [2 * chainSets]uint64

// chainKey extends the chain prev. Keys are never zero, which is an empty slot.
//
//go:norace
func chainKey(prev uint64, l Lock, m Mode, level uint8) uint64 {
	k := (prev ^ l.word() ^ uint64(m)<<63 ^ uint64(level)<<55) * keyFactor
	return k ^ k>>29 | 1
}

//go:norace
func chainKnown(key uint64) bool {
	i := key >> (64 - chainBits) << 1
	return chains[i] == key || chains[i+1] == key
}

// rememberChain is called under the lock. The newer of a set's two is kept.
//
//go:norace
func rememberChain(key uint64) {
	i := key >> (64 - chainBits) << 1
	if chains[i] != key {
		chains[i+1] = chains[i]
		chains[i] = key
	}
}

//go:norace
func forgetChains() {
	for i := range chains {
		chains[i] = 0
	}
}
