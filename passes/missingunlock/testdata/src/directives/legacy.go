package directives

//lint:file-ignore missingunlock to be removed with the old store

func (s *store) legacy(n int) bool {
	s.mu.Lock()
	if n < 0 {
		return false
	}
	s.n += n
	s.mu.Unlock()
	return true
}
