package right

import "testing"

func TestRight(t *testing.T) { Lock() }
