// Package logger has a lock that can be switched off: Lock and Unlock skip it on the
// same flag, so each pair is even.
package logger

import "sync"

type MutexWrap struct {
	lock     sync.Mutex
	disabled bool
}

func (mw *MutexWrap) Lock() {
	if !mw.disabled {
		mw.lock.Lock()
	}
}

func (mw *MutexWrap) Unlock() {
	if !mw.disabled {
		mw.lock.Unlock()
	}
}

func (mw *MutexWrap) Disable() { mw.disabled = true }

type Logger struct {
	mu  MutexWrap
	out int
}

var std = New()

func New() *Logger { return &Logger{} }

func (l *Logger) SetOutput(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.out = n
}

func (l *Logger) SetLevel(n int) {
	l.mu.Lock()
	l.out = n
	l.mu.Unlock()
}

func SetOutput(n int) { std.SetOutput(n) }
func SetLevel(n int)  { std.SetLevel(n) }
