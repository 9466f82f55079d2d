//go:build !adaptive_audit

package adaptive

const audit = false
