package depot

import (
	"runtime"
	"strings"
)

// AwaitWaiting returns when a goroutine that is in the function waits for a lock.
func AwaitWaiting(function string) {
	buf := make([]byte, 1<<16)
	for {
		all := string(buf[:runtime.Stack(buf, true)])
		for stack := range strings.SplitSeq(all, "\n\n") {
			head, frames, _ := strings.Cut(stack, "\n")
			if strings.Contains(frames, function) && strings.Contains(head, "[sync.") {
				return
			}
		}
		runtime.Gosched()
	}
}
