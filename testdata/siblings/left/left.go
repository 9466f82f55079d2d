// Package left has the first half of two cycles.
package left

import "example.com/siblings/locks"

func Record(r *locks.Registry, j *locks.Journal) {
	r.Mu.Lock()
	defer r.Mu.Unlock()
	j.Mu.Lock()
	defer j.Mu.Unlock()
}

func Fill(c *locks.Cache, i *locks.Index) {
	c.Mu.Lock()
	defer c.Mu.Unlock()
	i.Mu.Lock()
	defer i.Mu.Unlock()
}
