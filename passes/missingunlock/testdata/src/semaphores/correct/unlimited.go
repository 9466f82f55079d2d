package correct

// Without a limit there is no channel, and a slot is neither taken nor given back.

type manager struct {
	max     int
	reqs    chan int
	closing chan struct{}
	find    func(int)
}

func (m *manager) worker() {
	var sem chan struct{}
	if m.max > 0 {
		sem = make(chan struct{}, m.max)
	}
	for r := range m.reqs {
		if sem != nil {
			select {
			case sem <- struct{}{}:
			case <-m.closing:
				return
			}
		}
		go func(r int) {
			if sem != nil {
				defer func() { <-sem }()
			}
			m.find(r)
		}(r)
	}
}
