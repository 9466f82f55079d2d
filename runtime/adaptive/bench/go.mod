module github.com/lockvet/lockvet/runtime/adaptive/bench

go 1.26.0

require (
	github.com/lockvet/lockvet v0.0.0
	golang.org/x/sync v0.24.0
)

replace github.com/lockvet/lockvet => ../../..
