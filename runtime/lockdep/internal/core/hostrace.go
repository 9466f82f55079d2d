//go:build race

package core

import "runtime"

// hide makes the race detector overlook how goroutines synchronize, up to show.

//go:norace
func hide() { runtime.RaceDisable() }

//go:norace
func show() { runtime.RaceEnable() }
