//go:build lockdep_overlay && one && two

package left

import "testing"

func TestWithTags(t *testing.T) {}
