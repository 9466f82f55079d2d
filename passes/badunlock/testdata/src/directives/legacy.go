package directives

//lint:file-ignore badunlock to be removed with the old store

func (s *store) legacy() {
	s.mu.Lock()
	s.mu.Unlock()
	s.mu.Unlock()
}
