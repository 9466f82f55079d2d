package slow

import (
	"fmt"
	"testing"
)

// TestSlow runs until it is interrupted.
func TestSlow(t *testing.T) {
	fmt.Println("waiting")
	select {}
}
