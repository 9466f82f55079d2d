// Package golangci makes lockvet a linter of golangci-lint, version 2.14 or later.
//
// # A golangci-lint with lockvet
//
// Golangci-lint takes linters in when it is built. It builds itself with those that
// the file .custom-gcl.yml names:
//
//	version: v2.15.0
//	plugins:
//	  - module: github.com/lockvet/lockvet
//	    import: github.com/lockvet/lockvet/passes/golangci
//	    version: latest
//
// Then
//
//	golangci-lint custom
//
// makes the program custom-gcl, which is used like golangci-lint. It needs the
// version of Go that lockvet needs. In a clone of lockvet,
// go -C passes/golangci/build build makes one from what is there.
//
// # Settings
//
// The linter is called lockvet, and runs if .golangci.yml says so:
//
//	version: "2"
//	linters:
//	  enable:
//	    - lockvet
//	  settings:
//	    custom:
//	      lockvet:
//	        type: module
//	        description: lock misuse
//	        original-url: https://github.com/lockvet/lockvet
//	        settings:
//	          disable: [holdwait]
//	          missingunlock:
//	            panics: true
//	issues:
//	  max-same-issues: 0
//	  uniq-by-line: false
//
// The inner settings can be left out. These are all there are:
//
//	enable: [names]
//		run only these analyzers
//	disable: [names]
//		run all analyzers but these
//	deps: value
//		set the flag deps of lockorder and of trylockorder
//	name:
//		set flags of one analyzer: those that its documentation lists, without
//		the name of the analyzer before them
//
// A flag that takes a list can be given one:
//
//	settings:
//	  deps: [example.com/one, example.com/two]
//	  lockorder:
//	    locks:
//	      - example.com/dist.Lock.Obtain=lock
//	      - example.com/dist.Lock.Return=unlock
//
// The block of an analyzer goes before what is set for several. The flags of an
// analyzer that is disabled count where they are for all, like lockorder.locks. What
// is not known, or not allowed, ends golangci-lint with one line that says what is.
//
// Flags belong to the process. A program that calls [New] more than once has the
// flags of the last call that succeeded: those that it does not name have their
// defaults.
//
// # Issues
//
// Without the last three lines of .golangci.yml above, golangci-lint shows one issue
// on each line of code, and three with the same text.
//
// Every issue begins with the name of its analyzer. Elsewhere a finding has related
// places, which golangci-lint would show as issues of their own; here it has none,
// since its text names them all. The fixes that findings suggest are applied with
// --fix.
//
// A comment silences the findings on its line, or in the statement or function that
// begins there:
//
//	q.mu.Lock() //nolint:lockvet // the queue has not started
//
// This hides a finding and no more. The comment of lockvet itself works as well,
// names one analyzer, and also takes an acquisition out of all orders, so that it has
// no part in any finding, in this package and those that import it:
//
//	//lint:ignore lockorder the queue has not started
//	q.mu.Lock()
package golangci
