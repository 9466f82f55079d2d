// Package locklib has locks whose bodies do not show that they are locks.
package locklib

import (
	"context"
	"time"
)

// A File is locked for all processes of the machine.
type File struct{ name string }

func ask(string, ...any) error { return nil }

func (f *File) Lock() error   { return ask("lock", f.name) }
func (f *File) RLock() error  { return ask("rlock", f.name) }
func (f *File) Unlock() error { return ask("unlock", f.name) }

func (f *File) TryFor(ctx context.Context, d time.Duration) (bool, error) {
	err := ask("try", f.name, d)
	return err == nil, err
}

// Keys is a lock for each key.
type Keys interface {
	Hold(key string)
	Drop(key string) error
}

// A Lease is asked for by a function.
type Lease struct{ id int }

func Obtain(ctx context.Context, l *Lease) error { return ask("obtain", l.id) }
func Return(l *Lease)                            { ask("return", l.id) }

func HoldName(name string) { ask("hold", name) }
func DropName(name string) { ask("drop", name) }
