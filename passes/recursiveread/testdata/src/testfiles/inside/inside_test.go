package inside

import "testing"

func fill(p *pool, n int) {
	p.mu.Lock()
	p.free = n
	p.mu.Unlock()
}

func TestHalf(t *testing.T) {
	p := new(pool)
	fill(p, 4)
	if p.half() != 2 {
		t.Error("not half")
	}
}

// In a test, the writer of the test counts.

func sizes(p *pool) (int, int) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.free, p.size() // want `pool.mu is read-locked twice, a deadlock if the writer at inside_test.go:6 comes in between: read-locked at inside.go:12 \(called from inside_test.go:24\) while it is read-locked since inside_test.go:22`
}
