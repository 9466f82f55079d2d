package lockflow

import (
	"go/types"
	"slices"
	"strings"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// A primitive is what the engine knows about a function without reading it.
type primitive struct {
	kind     primitiveKind
	mode     lockgraph.Mode
	adaptive bool
	rw       bool
	slots    bool // of a semaphore
	nested   bool // declared to be in order with locks of its class
	declared bool // by the user
	waits    bool // of primTry: waits for the lock, and may fail nevertheless
}

type primitiveKind uint8

const (
	primNone primitiveKind = iota
	primLock
	primTry     // tries once
	primSpin    // tries for a bounded time
	primUnlock  //
	primRLocker // returns the read half as a Locker
	primOnce    // Once.Do
	primWait    // Cond.Wait
	primBlock   // may wait for another goroutine: sleep, WaitGroup.Wait, select
	primNothing // known to have no effect on locks
	primNested  // locks its first argument, at the level that the second says
)

// adaptivePath and lockdepPath are the project's own lock packages.
const (
	adaptivePath = "github.com/lockvet/lockvet/runtime/adaptive"
	lockdepPath  = "github.com/lockvet/lockvet/runtime/lockdep"
)

var (
	mutexMethods = map[string]primitive{
		"Lock":    {kind: primLock},
		"Unlock":  {kind: primUnlock},
		"TryLock": {kind: primTry},
	}
	rwMutexMethods = map[string]primitive{
		"Lock":     {kind: primLock, rw: true},
		"Unlock":   {kind: primUnlock, rw: true},
		"TryLock":  {kind: primTry, rw: true},
		"RLock":    {kind: primLock, mode: lockgraph.Shared, rw: true},
		"RUnlock":  {kind: primUnlock, mode: lockgraph.Shared, rw: true},
		"TryRLock": {kind: primTry, mode: lockgraph.Shared, rw: true},
		"RLocker":  {kind: primRLocker, rw: true},
	}
	adaptiveMethods = map[string]primitive{
		"Lock":        {kind: primLock, adaptive: true},
		"Unlock":      {kind: primUnlock, adaptive: true},
		"TryLock":     {kind: primTry, adaptive: true},
		"TryLockSpin": {kind: primSpin, adaptive: true},
		"TryLockFor":  {kind: primTry, adaptive: true},
		"LockContext": {kind: primTry, adaptive: true},
	}
	semaphoreMethods = map[string]primitive{
		"Acquire":    {kind: primTry, slots: true},
		"TryAcquire": {kind: primTry, slots: true},
		"Release":    {kind: primUnlock, slots: true},
	}
	trackerMethods = map[string]primitive{
		"Want":     {kind: primNothing},
		"WantSpin": {kind: primNothing},
		"Tried":    {kind: primNothing},
		"Release":  {kind: primNothing},
		"BailsOut": {kind: primNothing},
	}
	// primitives maps import path, type and method to what they do.
	primitives = map[string]map[string]primitive{
		"sync.Mutex":                           mutexMethods,
		"internal/sync.Mutex":                  mutexMethods,
		"sync.RWMutex":                         rwMutexMethods,
		"sync.Locker":                          mutexMethods,
		adaptivePath + ".Mutex":                adaptiveMethods,
		adaptivePath + ".Audited":              adaptiveMethods,
		lockdepPath + ".Mutex":                 mutexMethods,
		lockdepPath + ".RWMutex":               rwMutexMethods,
		lockdepPath + ".":                      {"LockNested": {kind: primNested}, "SetClass": {kind: primNothing}, "AssertHeld": {kind: primNothing}, "AssertRHeld": {kind: primNothing}, "AssertNotHeld": {kind: primNothing}},
		lockdepPath + ".Tracker":               trackerMethods, // is told of a lock, and is none
		lockdepPath + ".Waiting":               {"Got": {kind: primNothing}, "GaveUp": {kind: primNothing}},
		"sync.Once":                            {"Do": {kind: primOnce}},
		"sync.Cond":                            {"Wait": {kind: primWait}, "Signal": {kind: primNothing}, "Broadcast": {kind: primNothing}},
		"sync.WaitGroup":                       {"Wait": {kind: primBlock}, "Add": {kind: primNothing}, "Done": {kind: primNothing}, "Go": {kind: primNothing}},
		"sync.":                                {"OnceFunc": {kind: primNothing}, "OnceValue": {kind: primNothing}, "OnceValues": {kind: primNothing}},
		"sync.Pool":                            {"Put": {kind: primNothing}},
		"time.":                                {"Sleep": {kind: primBlock}, "AfterFunc": {kind: primNothing}},
		"context.":                             {"AfterFunc": {kind: primNothing}},
		"testing.common":                       {"Cleanup": {kind: primNothing}},
		"golang.org/x/sync/errgroup.Group":     {"Go": {kind: primNothing}, "TryGo": {kind: primNothing}, "Wait": {kind: primBlock}},
		"golang.org/x/sync/semaphore.Weighted": semaphoreMethods,
		"runtime.":                             {"Gosched": {kind: primNothing}, "SetFinalizer": {kind: primNothing}, "AddCleanup": {kind: primNothing}},
		"sync.noCopy":                          {"Lock": {kind: primNothing}, "Unlock": {kind: primNothing}},
		"sync/atomic.noCopy":                   {"Lock": {kind: primNothing}, "Unlock": {kind: primNothing}},
		"internal/race.":                       {},
	}
)

// SpinningTrylocks holds the functions and methods that the user declares to
// be spinning trylocks, as import/path.Func or import/path.Type.Method. It is
// a flag of the analyzers that care.
var SpinningTrylocks = new(nameSet)

// A nameSet is a flag.Value: a set of names separated by commas.
type nameSet struct{ names []string }

func (s *nameSet) String() string {
	if s == nil {
		return ""
	}
	return strings.Join(s.names, ",")
}

func (s *nameSet) Set(list string) error {
	s.names = nil
	for name := range strings.SplitSeq(list, ",") {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		if dot := strings.LastIndexByte(name, '.'); dot <= 0 || dot == len(name)-1 {
			return &nameError{name}
		}
		s.names = append(s.names, name)
	}
	return nil
}

type nameError struct{ name string }

func (e *nameError) Error() string {
	return "cannot use " + e.name + ": want import/path.Func or import/path.Type.Method"
}

// primitiveOf returns what is known about fn by its name and type alone.
func primitiveOf(fn *types.Func) primitive {
	if fn == nil {
		return primitive{}
	}
	if len(SpinningTrylocks.names) > 0 && slices.Contains(SpinningTrylocks.names, declaredName(fn)) && returnsBool(fn) {
		return primitive{kind: primSpin}
	}
	if fn.Pkg() == nil { // error.Error
		return primitive{}
	}
	if prim := Declared.of(fn); prim.kind != primNone {
		return prim
	}
	methods, ok := primitives[receiverKey(fn)]
	if !ok {
		return primitive{}
	}
	return methods[fn.Name()]
}

// receiverKey names fn's receiver type, or its package followed by a dot.
func receiverKey(fn *types.Func) string {
	if recv := fn.Signature().Recv(); recv != nil {
		return lockclass.TypeKey(recv.Type())
	}
	return lockclass.PkgPath(fn.Pkg()) + "."
}

// declaredName is the name by which a user declares fn in a flag.
func declaredName(fn *types.Func) string {
	if fn.Signature().Recv() != nil {
		return receiverKey(fn) + "." + fn.Name()
	}
	if fn.Pkg() == nil {
		return fn.Name()
	}
	return receiverKey(fn) + fn.Name()
}

func returnsBool(fn *types.Func) bool {
	res := fn.Signature().Results()
	return res.Len() == 1 && types.Identical(res.At(0).Type().Underlying(), types.Typ[types.Bool])
}

// lockLike reports what the method fn does if its receiver has the method set
// of a lock and fn is one of those methods: exactly Lock() and Unlock(), or
// RLock() and RUnlock(), and the Try forms with a bool result.
func lockLike(fn *types.Func) primitive {
	prim, ok := rwMutexMethods[fn.Name()]
	if !ok || prim.kind == primRLocker {
		return primitive{}
	}
	sig := fn.Signature()
	if sig.Recv() == nil || sig.Params().Len() > 0 {
		return primitive{}
	}
	if prim.kind == primTry {
		if !returnsBool(fn) {
			return primitive{}
		}
	} else if sig.Results().Len() > 0 {
		return primitive{}
	}
	lock, unlock := "Lock", "Unlock"
	if prim.mode == lockgraph.Shared {
		lock, unlock = "RLock", "RUnlock"
	}
	if !lockclass.HasPlainMethod(sig.Recv().Type(), fn.Pkg(), lock) || !lockclass.HasPlainMethod(sig.Recv().Type(), fn.Pkg(), unlock) {
		return primitive{}
	}
	prim.rw = lockclass.HasPlainMethod(sig.Recv().Type(), fn.Pkg(), "RLock")
	return prim
}

// primitiveByKey is primitiveOf for a function of which only the key is known.
func primitiveByKey(key string) primitive {
	i := strings.LastIndexByte(key, '.')
	if i < 0 {
		return primitive{}
	}
	return primitives[key[:i]][key[i+1:]]
}
