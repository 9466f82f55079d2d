// Package local has locks in variables of functions, and pointers to locks.
package local

import "sync"

type T struct {
	mu, other sync.Mutex
	ptr       *sync.Mutex // only ever to mu
	free      *sync.Mutex // to whatever its maker names
	locks     map[string]*sync.Mutex
	Ptr       *sync.Mutex
}

func New(free *sync.Mutex) *T {
	t := &T{free: free, Ptr: free}
	t.ptr = &t.mu
	return t
}

func pointers(t *T) {
	t.ptr.Lock()  // site known m/local.T.mu
	t.free.Lock() // site known m/local.T.free
	t.Ptr.Lock()  // site known m/local.T.Ptr
}

func once(t *T) {
	mu := &t.mu
	mu.Lock() // site known m/local.T.mu
	func() {
		mu.Lock() // site known m/local.T.mu
	}()
	again := mu
	again.Lock() // site known m/local.T.mu
}

func twice(a, b *T, x bool) {
	mu := &a.mu
	if x {
		mu = &b.mu
	}
	mu.Lock() // site known m/local.T.mu
	if x {
		other := &a.other
		other.Lock() // site known m/local.T.other
	}
}

func different(a *T, x bool) {
	mu := &a.mu
	if x {
		mu = &a.other
	}
	mu.Lock() // site ambiguous
}

func lists(ts []*T, mus []*sync.Mutex, byName map[string]*sync.Mutex) {
	for _, t := range ts {
		t.mu.Lock() // site known m/local.T.mu
	}
	for t := ts[0]; t != nil; t = next(t) {
		t.mu.Lock() // site known m/local.T.mu
	}
	for _, mu := range ts[0].locks {
		mu.Lock() // site known m/local.T.locks[]
	}
	mu, ok := ts[0].locks["x"]
	if !ok {
		mu = new(sync.Mutex)
		ts[0].locks["x"] = mu
	}
	mu.Lock() // site known m/local.T.locks[]
}

func next(t *T) *T { return nil }

func variables() {
	var mu sync.Mutex
	mu.Lock() // site known m/local.variables.mu
	var many [4]sync.Mutex
	many[1].Lock() // site known m/local.variables.many[]
	var group struct {
		sync.Mutex
		n int
	}
	group.Lock() // site known m/local.variables.group.Mutex
	go func() {
		mu.Lock() // site known m/local.variables.mu
	}()
	made := new(sync.Mutex)
	made.Lock() // site known m/local.variables.made
	given := &sync.Mutex{}
	given.Lock() // site ambiguous
	keep(given)
	slice := make([]sync.Mutex, 4)
	slice[1].Lock() // site ambiguous
}

func keep(mu *sync.Mutex) {}

func (t *T) method() {
	var mu sync.Mutex
	mu.Lock() // site known m/local.T.method.mu
}

var _ = func() bool {
	var mu sync.Mutex
	mu.Lock() // site known m/local.init.mu
	return true
}()

func (t *T) get(name string) *sync.Mutex { return t.locks[name] }

func (t *T) getTwo(name string) (*sync.Mutex, error) {
	if mu, ok := t.locks[name]; ok {
		return mu, nil
	}
	return nil, nil
}

func pass(mu *sync.Mutex) *sync.Mutex { return mu }

func getters(t *T) {
	t.get("x").Lock() // site known m/local.T.locks[]
	mu, err := t.getTwo("x")
	if err == nil {
		mu.Lock() // site known m/local.T.locks[]
	}
	pass(&t.mu).Lock()                // site known m/local.T.mu
	pass(pass(&t.other)).Lock()       // site known m/local.T.other
	(<-make(chan *sync.Mutex)).Lock() // site ambiguous
	any(&t.mu).(*sync.Mutex).Lock()   // site known m/local.T.mu
}

func switches(x any, t *T) {
	switch x := x.(type) {
	case *sync.Mutex:
		x.Lock() // site caller
	case *T:
		x.mu.Lock() // site known m/local.T.mu
	}
	if mu, ok := x.(*sync.Mutex); ok {
		mu.Lock() // site caller
	}
	address := &t.ptr
	(*address).Lock() // site known m/local.T.mu
}
