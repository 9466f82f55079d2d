// Package unknownnames declares orders of locks that do not exist.
package unknownnames

import "sync"

type Store struct{ mu sync.Mutex }

var logMu sync.Mutex

//lockvet:order Store.mu < logMu
//lockvet:order Store.mutex < logMu
//lockvet:order Store.mu < Index.mu
//lockvet:order logMu < sync.Missing.mu
