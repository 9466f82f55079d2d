//go:build adaptive_audit

package adaptive

// A Mutex is an [Audited] mutex in a program that is built with the tag
// adaptive_audit.
type Mutex = Audited
