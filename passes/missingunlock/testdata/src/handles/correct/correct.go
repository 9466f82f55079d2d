// Package correct holds code that only looks like a fault: it hands on a handle that
// unlocks.
package correct

import "handles/plugins"

// BlockSync hands on the handle that gives the read lock back, or nil without one.

type local struct {
	enabled bool
	all     *plugins.Adaptation
}

type API interface{ BlockSync() *plugins.Block }

func New(enabled bool) API { return &local{enabled, &plugins.Adaptation{}} }

func (l *local) BlockSync() *plugins.Block {
	if !l.enabled {
		return nil
	}
	return l.all.BlockSync()
}
