//go:build unix

package main

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// usage is what the process has used so far.
type usage struct {
	cpu     time.Duration
	evicted int64         // involuntary context switches
	delayed time.Duration // threads were ready and had no processor
}

// used returns what the process has used so far.
func used() usage {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return usage{}
	}
	return usage{time.Duration(r.Utime.Nano() + r.Stime.Nano()), int64(r.Nivcsw), delay()}
}

// delay reads from Linux how long the threads of this process were ready to
// run and did not. Elsewhere it is 0, and windows are judged without it.
func delay() time.Duration {
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return 0
	}
	sum := time.Duration(0)
	for _, t := range threads {
		stat, err := os.ReadFile("/proc/self/task/" + t.Name() + "/schedstat")
		if err != nil {
			continue // the thread has ended
		}
		if fields := strings.Fields(string(stat)); len(fields) == 3 {
			ns, _ := strconv.ParseInt(fields[1], 10, 64)
			sum += time.Duration(ns)
		}
	}
	return sum
}
