package store

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/lockvet/lockvet/runtime/lockdep"
)

func TestBubble(t *testing.T) {
	var shared lockdep.Mutex
	synctest.Test(t, func(t *testing.T) {
		var mu lockdep.Mutex
		start := time.Now()
		go func() {
			shared.Lock()
			mu.Lock()
			time.Sleep(time.Hour)
			mu.Unlock()
			shared.Unlock()
		}()
		synctest.Wait()
		time.Sleep(2 * time.Hour)
		mu.Lock()
		mu.Unlock()
		if d := time.Since(start); d != 2*time.Hour {
			t.Errorf("%v have passed", d)
		}
	})
}
