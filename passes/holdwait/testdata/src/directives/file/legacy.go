package file

//lint:file-ignore holdwait replaced next year

func (f *feed) put(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.in <- n
}
