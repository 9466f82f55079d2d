package lockclass

import "go/types"

// locks are the types whose methods the engine knows by name: locks, and what is
// no more than a part of a lock when a struct is judged. The engine's own table
// says what the methods do; a test of it holds the two together.
var locks = map[string]bool{
	"sync.Mutex":          true,
	"sync.RWMutex":        true,
	"sync.Locker":         true,
	"sync.Once":           true,
	"sync.Cond":           true,
	"sync.WaitGroup":      true,
	"sync.Pool":           true,
	"sync.noCopy":         true,
	"sync/atomic.noCopy":  true,
	"internal/sync.Mutex": true,
	"testing.common":      true,

	"golang.org/x/sync/errgroup.Group":     true,
	"golang.org/x/sync/semaphore.Weighted": true,

	"github.com/lockvet/lockvet/runtime/adaptive.Mutex":   true,
	"github.com/lockvet/lockvet/runtime/adaptive.Audited": true,
	"github.com/lockvet/lockvet/runtime/lockdep.Mutex":    true,
	"github.com/lockvet/lockvet/runtime/lockdep.RWMutex":  true,
}

// IsLock reports whether t is, or points to, a lock or a part of one: an Once, a
// Cond, a WaitGroup.
func IsLock(t types.Type) bool { return locks[TypeKey(t)] }

// PointsToLock reports whether values of type t lead to a lock: a pointer to
// one, or an interface with the method set of one.
func PointsToLock(t types.Type) bool {
	return IsLock(t) || types.IsInterface(t) && HasPlainMethod(t, nil, "Lock") && HasPlainMethod(t, nil, "Unlock")
}

// HasPlainMethod reports whether t has a method of that name without parameters
// and results. pkg is where a name in lower case counts.
func HasPlainMethod(t types.Type, pkg *types.Package, name string) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, pkg, name)
	fn, ok := obj.(*types.Func)
	return ok && fn.Signature().Params().Len() == 0 && fn.Signature().Results().Len() == 0
}
