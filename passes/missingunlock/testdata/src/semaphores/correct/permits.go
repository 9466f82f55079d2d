package correct

// The channel is a bucket of permits that New fills: to put one in is to give it,
// so who leaves on exit holds none.

type Reader struct {
	token chan struct{}
	exit  chan struct{}
	ready chan int
}

func New(n int, read func() (int, error)) *Reader {
	r := &Reader{make(chan struct{}, n), make(chan struct{}), make(chan int, n)}
	for range n {
		r.token <- struct{}{}
	}
	go func() {
		defer close(r.ready)
		for {
			select {
			case <-r.token:
				b, err := read()
				r.ready <- b
				if err != nil {
					return
				}
			case <-r.exit:
				return
			}
		}
	}()
	return r
}

func (r *Reader) Next() int {
	b := <-r.ready
	r.token <- struct{}{}
	return b
}

func (r *Reader) Close() { close(r.exit) }
