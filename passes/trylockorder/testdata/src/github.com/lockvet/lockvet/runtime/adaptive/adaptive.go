// Package adaptive stands in for the project's own: the analyzers know it by
// its import path.
package adaptive

type Mutex struct{ locked bool }

func (m *Mutex) Lock()             { m.locked = true }
func (m *Mutex) Unlock()           { m.locked = false }
func (m *Mutex) TryLock() bool     { return m.TryLockSpin() }
func (m *Mutex) TryLockSpin() bool { ok := !m.locked; m.locked = true; return ok }

type Audited struct{ m Mutex }

func (m *Audited) Lock()             { m.m.locked = true }
func (m *Audited) Unlock()           { m.m.locked = false }
func (m *Audited) TryLockSpin() bool { ok := !m.m.locked; m.m.locked = true; return ok }
