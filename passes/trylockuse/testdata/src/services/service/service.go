// Package service has a service that can be started and stopped once. started and
// stopped are states and no locks.
package service

import (
	"errors"
	"sync/atomic"
)

var (
	ErrAlreadyStarted = errors.New("already started")
	ErrAlreadyStopped = errors.New("already stopped")
	ErrNotStarted     = errors.New("not started")
)

type Service interface {
	Start() error
	OnStart() error
	Stop() error
	OnStop()
}

type BaseService struct {
	started, stopped uint32
	quit             chan struct{}
	impl             Service
}

func New(impl Service) *BaseService {
	return &BaseService{quit: make(chan struct{}), impl: impl}
}

func (bs *BaseService) Start() error {
	if atomic.CompareAndSwapUint32(&bs.started, 0, 1) {
		if atomic.LoadUint32(&bs.stopped) == 1 {
			atomic.StoreUint32(&bs.started, 0)
			return ErrAlreadyStopped
		}
		if err := bs.impl.OnStart(); err != nil {
			atomic.StoreUint32(&bs.started, 0)
			return err
		}
		return nil
	}
	return ErrAlreadyStarted
}

func (bs *BaseService) Stop() error {
	if atomic.CompareAndSwapUint32(&bs.stopped, 0, 1) {
		if atomic.LoadUint32(&bs.started) == 0 {
			atomic.StoreUint32(&bs.stopped, 0)
			return ErrNotStarted
		}
		bs.impl.OnStop()
		close(bs.quit)
		return nil
	}
	return ErrAlreadyStopped
}

func (bs *BaseService) Reset() error {
	if !atomic.CompareAndSwapUint32(&bs.stopped, 1, 0) {
		return errors.New("can't reset running service")
	}
	atomic.CompareAndSwapUint32(&bs.started, 1, 0)
	bs.quit = make(chan struct{})
	return nil
}

func (bs *BaseService) OnStart() error { return nil }
func (bs *BaseService) OnStop()        {}
