package lockflow

import (
	"go/types"
	"strings"
	"testing"

	"github.com/lockvet/lockvet/passes/internal/lockclass"
)

// TestLockTypes holds the list of types by which structs are judged to be
// wrappers to those whose methods the engine knows.
func TestLockTypes(t *testing.T) {
	for key := range primitives {
		dot := strings.LastIndexByte(key, '.')
		if dot == len(key)-1 {
			continue // functions
		}
		if key == lockdepPath+".Tracker" || key == lockdepPath+".Waiting" {
			continue // told of a lock that is elsewhere
		}
		pkg := types.NewPackage(key[:dot], "p")
		named := types.NewNamed(types.NewTypeName(0, pkg, key[dot+1:], nil), types.NewStruct(nil, nil), nil)
		if !lockclass.IsLock(named) {
			t.Errorf("lockclass does not know %s", key)
		}
	}
}
