package faulty

// One path has locked as a reader, so that Unlock would be no better.
func (r *ranges) visit(write bool, f func(map[int]string)) {
	if write {
		r.mu.Lock()
	} else {
		r.mu.RLock()
	}
	f(r.m)
	r.mu.RUnlock() // want `^ranges.mu is locked for writing at uncertain.go:6 and unlocked with RUnlock: use Unlock$`
}

// A locker has one method only.
func (r *ranges) reset() {
	l := r.mu.RLocker()
	r.mu.Lock()
	clear(r.m)
	l.Unlock() // want `^ranges.mu is locked for writing at uncertain.go:17 and unlocked with RUnlock: use Unlock$`
}
