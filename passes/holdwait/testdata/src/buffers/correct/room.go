package correct

import "sync"

// A buffer so large that it is not meant to fill.

type audit struct {
	mu    sync.Mutex
	n     int
	lines chan string
}

const auditLines = 1 << 16

func newAudit() *audit {
	a := &audit{lines: make(chan string, auditLines)}
	go a.write()
	return a
}

func (a *audit) write() {
	for range a.lines {
		a.mu.Lock()
		a.n++
		a.mu.Unlock()
	}
}

func (a *audit) log(line string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.lines <- line
}

// The sender looks first whether there is room.

type mail struct {
	mu      sync.Mutex
	dropped int
	box     chan string
}

func newMail() *mail {
	m := &mail{box: make(chan string, 8)}
	go m.read()
	return m
}

func (m *mail) read() {
	for range m.box {
		m.mu.Lock()
		m.dropped = 0
		m.mu.Unlock()
	}
}

func (m *mail) put(s string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.box) == cap(m.box) {
		m.dropped++
		return
	}
	m.box <- s
}

func (m *mail) putSome(ss []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, s := range ss {
		if len(m.box) < cap(m.box) {
			m.box <- s
		}
	}
}
