// Package right has the second half of the cycle that main joins.
package right

import "example.com/siblings/locks"

func Replay(j *locks.Journal, r *locks.Registry) {
	j.Mu.Lock()
	defer j.Mu.Unlock()
	r.Mu.Lock()
	defer r.Mu.Unlock()
}
