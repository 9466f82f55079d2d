module github.com/lockvet/lockvet/runtime/lockdep/bench

go 1.26.0

require (
	github.com/linkdata/deadlock v0.5.5
	github.com/lockvet/lockvet v0.0.0
	github.com/sasha-s/go-deadlock v0.3.9
)

require github.com/petermattis/goid v0.0.0-20250813065127-a731cc31b4fe // indirect

replace github.com/lockvet/lockvet => ../../..
