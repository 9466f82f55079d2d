// Package depson asks for such cycles with -deps.
package depson

import (
	_ "elsewhere/left"
	_ "elsewhere/right" // want `retried at once: safe only while TryLock does not spin.*: elsewhere.Locks.A -> elsewhere.Locks.B -> elsewhere.Locks.A:`
)
