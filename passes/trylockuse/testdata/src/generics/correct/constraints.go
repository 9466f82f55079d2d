package correct

// A type parameter has TryLock, whose result is heeded.

type tryer interface {
	TryLock() bool
	Unlock()
}

func attempt[L tryer](l L, f func()) bool {
	if !l.TryLock() {
		return false
	}
	defer l.Unlock()
	f()
	return true
}

func (b *box[T]) zero() bool {
	return attempt(&b.mu, func() {
		var zero T
		b.v = zero
	})
}
