// Package file accepts what is reported in one of its files.
package file

func (s *single) other() {
	s.mu.TryLock() // want `the result is ignored that says whether single.mu is locked`
	s.n++
}
