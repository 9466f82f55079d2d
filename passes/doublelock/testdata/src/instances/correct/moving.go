package correct

import "sync"

// All ancestors are locked, each by the name that moves up.

type dir struct {
	mu   sync.Mutex
	up   *dir
	size int
}

func (d *dir) grow(n int) {
	for p := d; p != nil; p = p.up {
		p.mu.Lock()
		p.size += n
		p.mu.Unlock()
	}
}

func (d *dir) growAtOnce(n int) {
	for p := d; p != nil; p = p.up {
		p.mu.Lock()
		defer p.mu.Unlock()
	}
	for p := d; p != nil; p = p.up {
		p.size += n
	}
}

func (d *dir) growAbove(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for p := d.up; p != nil; p = p.up {
		p.mu.Lock()
		p.size += n
		p.mu.Unlock()
	}
}

// The variable is given the next value of a channel.

func drain(in <-chan *dir) (sum int) {
	d := <-in
	d.mu.Lock()
	defer d.mu.Unlock()
	sum = d.size
	d = <-in
	d.mu.Lock()
	defer d.mu.Unlock()
	return sum + d.size
}

// Locks by key: two keys, two locks.

type keyed struct {
	mu    sync.Mutex
	locks map[string]*sync.Mutex
}

func (k *keyed) of(key string) *sync.Mutex {
	k.mu.Lock()
	defer k.mu.Unlock()
	l := k.locks[key]
	if l == nil {
		l = new(sync.Mutex)
		k.locks[key] = l
	}
	return l
}

func (k *keyed) rename(from, to string, do func()) {
	if to < from {
		from, to = to, from
	}
	k.of(from).Lock()
	defer k.of(from).Unlock()
	if to != from {
		k.of(to).Lock()
		defer k.of(to).Unlock()
	}
	do()
}

func (k *keyed) each(keys []string, do func(string)) {
	for _, key := range keys {
		l := k.of(key)
		l.Lock()
		defer l.Unlock()
		do(key)
	}
}

// A map gives another object for another key.

type peers struct{ m map[int]*dir }

func (p *peers) exchange(i, j int) {
	if i == j {
		return
	}
	a := p.m[min(i, j)]
	a.mu.Lock()
	defer a.mu.Unlock()
	b := p.m[max(i, j)]
	b.mu.Lock()
	defer b.mu.Unlock()
	a.size, b.size = b.size, a.size
}

// The list is traversed from both ends.

func sides(ds []*dir) int {
	lo, hi := 0, len(ds)-1
	for lo < hi {
		ds[lo].mu.Lock()
		ds[hi].mu.Lock()
		ds[lo].size, ds[hi].size = ds[hi].size, ds[lo].size
		ds[hi].mu.Unlock()
		ds[lo].mu.Unlock()
		lo++
		hi--
	}
	return lo
}

// The index moves on in between.

func shift(ds []dir) {
	i := 0
	ds[i].mu.Lock()
	i++
	ds[i].mu.Lock()
	ds[i].size = ds[i-1].size
	ds[i].mu.Unlock()
	ds[i-1].mu.Unlock()
}

// The neighbours of one object are two objects.

type link struct {
	mu         sync.Mutex
	prev, next *link
	val        int
}

func (l *link) swap() {
	l.prev.mu.Lock()
	defer l.prev.mu.Unlock()
	l.next.mu.Lock()
	defer l.next.mu.Unlock()
	l.prev.val, l.next.val = l.next.val, l.prev.val
}

// A local lock is a new one in each turn.

func gather(parts [][]int, each func(*sync.Mutex, []int)) {
	for _, p := range parts {
		var mu sync.Mutex
		mu.Lock()
		defer mu.Unlock()
		each(&mu, p)
	}
}

// The fresh object takes the place of the old one, through a method.

type current struct{ d *dir }

func (c *current) load() *dir   { return c.d }
func (c *current) store(d *dir) { c.d = d }

func (c *current) replace() {
	c.load().mu.Lock()
	old := c.load()
	c.store(&dir{up: old})
	c.load().mu.Lock()
	c.load().size = old.size
	c.load().mu.Unlock()
	old.mu.Unlock()
}
