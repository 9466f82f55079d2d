package correct

// The same mode is passed to both helpers, and a function runs in between.

func (r *ranges) apply(write bool, f func(map[int]string)) {
	r.lock(write)
	f(r.m)
	r.unlock(write)
}

func (r *ranges) applyDeferred(write bool, f func(map[int]string) error) error {
	r.lock(write)
	defer r.unlock(write)
	return f(r.m)
}
