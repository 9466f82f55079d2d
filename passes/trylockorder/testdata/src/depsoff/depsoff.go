// Package depsoff brings together two orders of another module, which its
// authors cannot change.
package depsoff

import (
	_ "elsewhere/left"
	_ "elsewhere/right"
)
