// Package malformed holds directives that cannot be read.
package malformed

import "sync"

type Store struct{ mu sync.Mutex }

//lockvet:order Store.mu // want `malformed order: want //lockvet:order A.mu < B.mu`

//lockvet:order Store.mu > Index.mu // want `malformed order`

//lockvet:order < Index.mu // want `malformed order`

//lockvet:order Store.mu Index.mu // want `malformed order`

//lockvet:orders Store.mu < Index.mu // want `unknown directive //lockvet:orders: want //lockvet:order A.mu < B.mu`

// lockvet:order with a space is a comment like any other.

type Index struct{ mu sync.Mutex }
