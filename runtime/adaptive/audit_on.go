//go:build adaptive_audit

package adaptive

const audit = true
