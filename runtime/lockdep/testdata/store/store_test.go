package store

import (
	"os"
	"testing"

	"github.com/lockvet/lockvet/runtime/lockdep"
)

func TestMain(m *testing.M) {
	if os.Getenv("STORE_MAIN") == "" {
		os.Exit(m.Run())
	}
	os.Exit(lockdep.Main(m))
}

func TestPut(t *testing.T) { New().Put() }

func TestEvict(t *testing.T) {
	done := make(chan bool)
	go func() {
		defer close(done)
		New().Evict()
	}()
	<-done
}

func TestLast(t *testing.T) { t.Log("the last test has run") }
