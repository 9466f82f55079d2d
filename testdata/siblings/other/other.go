// Package other has the second half of the cycle that package app joins.
package other

import "example.com/siblings/locks"

func Rebuild(i *locks.Index, c *locks.Cache) {
	i.Mu.Lock()
	defer i.Mu.Unlock()
	c.Mu.Lock()
	defer c.Mu.Unlock()
}
