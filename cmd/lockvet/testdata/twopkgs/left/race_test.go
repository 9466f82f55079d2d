//go:build race

package left

import "testing"

func TestWithRaceDetector(t *testing.T) {}
