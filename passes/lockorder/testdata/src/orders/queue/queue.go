// Package queue declares an order that it never takes itself.
package queue

import "sync"

//lockvet:order Queue.Mu < Log.Mu

type Queue struct{ Mu sync.Mutex }

type Log struct{ Mu sync.Mutex }
