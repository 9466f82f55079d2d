package mixed

import "testing"

func TestReverse(t *testing.T) {
	p := &pair{}
	p.inc()
	p.b.Lock()
	defer p.b.Unlock()
	p.a.Lock()
	defer p.a.Unlock()
	if p.n != 1 {
		t.Fatal(p.n)
	}
}
