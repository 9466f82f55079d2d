package locksites_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/lockvet/lockvet/lockgraph"
	"github.com/lockvet/lockvet/passes/internal/lockflow"
	"github.com/lockvet/lockvet/passes/locksites"
)

// betterHere lists the locks that the engine names by the interface that leads
// to them, and the table by what they are: the engine's name and the table's.
var betterHere = map[string]bool{
	"database/sql.driverStmt.Locker database/sql.driverConn.Mutex":   true,
	"database/sql.driverResult.Locker database/sql.driverConn.Mutex": true,
	"database/sql.Conn.dc database/sql.driverConn.Mutex":             true,
	"database/sql.Rows.dc database/sql.driverConn.Mutex":             true,
	"database/sql.Tx.dc database/sql.driverConn.Mutex":               true,
	"database/sql.Stmt.connStmt.dc database/sql.driverConn.Mutex":    true,
	"database/sql.DB.PingContext.dc database/sql.driverConn.Mutex":   true,

	"m/dynamic.holder.Locker m/dynamic.promoted.Mutex": true,
	"m/dynamic.second m/dynamic.named":                 true,
	"m/user.T.own m/user.T.own.mu":                     true,
	"m/user.shared m/user.shared.mu":                   true,
	"m/cond.yard.back m/cond.yard.back.mu":             true,
}

// TestParity compares the classes in the table with the engine's, for each
// acquisition by each function, calls followed.
func TestParity(t *testing.T) {
	lockflow.RecordAcquired = true
	defer func() { lockflow.RecordAcquired = false }()
	std := []string{"net/http", "database/sql", "os/exec", "context", "internal/poll", "go/token", "text/template", "net/rpc", "log/slog", "testing", "math/big"}
	for _, test := range []struct {
		name string
		pkgs []*packages.Package
		same int // at least
	}{
		{"std", load(t, ".", std...), 2500},
		{"testdata", load(t, filepath.Join("testdata", "sites"), "./..."), 90},
	} {
		t.Run(test.name, func(t *testing.T) {
			sites := make(map[string]locksites.Site)
			for _, s := range tableOf(test.pkgs).Sites() {
				key := fmt.Sprintf("%s/%s:%d", s.Pkg, s.File, s.Line)
				if s.Callee != "" {
					key += " " + s.Callee
				}
				sites[key] = s
			}
			count := make(map[string]int)
			for _, a := range acquired(t, test.pkgs) {
				got, trail := classAfter(sites, a)
				if a.Weak || a.Class == "" || a.Class == "sync.Cond.L" { // of whatever Cond
					continue
				}
				switch {
				case got == a.Class:
					count["same"]++
				case got == "":
					count["unknown"]++
				case !betterHere[a.Class+" "+got]:
					t.Errorf("%s: class %s, of the engine %s", trail, got, a.Class)
				}
			}
			t.Log(count)
			if count["same"] < test.same || count["unknown"] > count["same"]/5 {
				t.Errorf("the table knows too few of the engine's classes: %v", count)
			}
		})
	}
}

// acquired runs the engine on packages and returns all acquisitions.
func acquired(t *testing.T, pkgs []*packages.Package) []lockflow.Acquired {
	t.Helper()
	graph, err := checker.Analyze([]*analysis.Analyzer{lockflow.Analyzer}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	var list []lockflow.Acquired
	for act := range graph.All() {
		if act.Analyzer != lockflow.Analyzer || act.Err != nil {
			continue
		}
		res := act.Result.(*lockflow.Result)
		if res.Err != nil {
			t.Errorf("%s: %v", act.Package.PkgPath, res.Err)
		}
		list = append(list, res.Acquired...)
	}
	return list
}

// classAfter follows an acquisition in the table from where it is made through
// the calls that lead to it, until a class is known.
func classAfter(sites map[string]locksites.Site, a lockflow.Acquired) (class, trail string) {
	at := func(s lockgraph.Site) string { return fmt.Sprintf("%s/%s:%d", s.Pkg, s.File, s.Line) }
	callee := at(a.Site)
	trail = callee
	s, ok := sites[callee]
	if !ok || a.Once { // the engine does not look into package sync
		s, ok = inSync(sites, callee)
	}
	for i := len(a.Calls) - 1; ok; i-- {
		switch {
		case s.Kind == locksites.Known:
			return s.Class, trail
		case s.Kind == locksites.Ambiguous || i < 0:
			return "", trail
		}
		caller := at(a.Calls[i])
		trail += " < " + caller
		s, ok = sites[caller+" "+callee]
		callee = caller
	}
	return "", trail
}

func inSync(sites map[string]locksites.Site, caller string) (locksites.Site, bool) {
	for callee := range sites {
		if strings.HasPrefix(callee, "sync/") {
			callee, _, _ = strings.Cut(callee, " ")
			if s, ok := sites[caller+" "+callee]; ok {
				return s, true
			}
		}
	}
	return locksites.Site{}, false
}
