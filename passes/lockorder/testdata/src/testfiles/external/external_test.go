package external_test

import (
	"testing"

	"testfiles/external"
)

func TestReverse(t *testing.T) {
	h := &external.Hub{}
	p := &external.Peer{}
	h.Peers = append(h.Peers, p)
	p.Mu.Lock()
	defer p.Mu.Unlock()
	h.Mu.Lock()
	defer h.Mu.Unlock()
}
