// Build is golangci-lint with the linter lockvet in it, which
//
//	go -C passes/golangci/build build -o golangci-lint-lockvet
//
// makes in a clone of the repository, without another clone of golangci-lint. It is
// a module of its own, since lockvet needs nothing of what golangci-lint needs. The
// tests here run the program.
package main

import (
	"fmt"
	"os"
	"runtime/debug"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/lockvet/lockvet/passes/golangci"
)

func main() {
	if err := commands.Execute(buildInfo()); err != nil {
		fmt.Fprintf(os.Stderr, "The command is terminated due to an error: %v\n", err)
		os.Exit(exitcodes.Failure)
	}
}

// buildInfo says what golangci-lint -version prints. A version that is no release
// makes golangci-lint know what it keeps in its cache by the contents of the program.
// Otherwise it would take what another build of lockvet has kept there for its own.
func buildInfo() commands.BuildInfo {
	info := commands.BuildInfo{Version: "(devel)", GoVersion: "unknown", Commit: "golangci-lint unknown", Date: "unknown"}
	if build, ok := debug.ReadBuildInfo(); ok {
		info.GoVersion = build.GoVersion
		for _, dep := range build.Deps {
			if dep.Path == "github.com/golangci/golangci-lint/v2" {
				info.Commit = "golangci-lint " + dep.Version
			}
		}
	}
	return info
}
