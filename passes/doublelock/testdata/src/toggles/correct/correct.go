// Package correct holds code that only looks like a fault: it calls functions that
// give back what they took of a lock that can be switched off.
package correct

import (
	"errors"

	"toggles/logger"
)

func Setup() {
	logger.SetOutput(1)
	logger.SetOutput(2)
}

func SetFormat(kind int) error {
	switch kind {
	case 1:
		logger.SetOutput(1)
	case 2:
		logger.SetOutput(2)
	default:
		return errors.New("unknown kind")
	}
	return nil
}

func Log() {
	_ = SetFormat(1)
}
