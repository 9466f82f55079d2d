package early

import "testing"

// reports deadlock: early.Registry.types -> early.Registry.names -> early.Registry.types
func TestNothing(t *testing.T) {}
