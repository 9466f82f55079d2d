package wrongmode

import (
	"sync"
	"testing"
)

type Page struct{ mu sync.RWMutex }

func (p *Page) Write() {
	p.mu.Lock()
	defer p.mu.RUnlock()
}

// reports wrong mode: wrongmode.Page.mu
func TestFatal(t *testing.T) {
	new(Page).Write()
}
