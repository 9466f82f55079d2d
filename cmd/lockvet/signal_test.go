//go:build unix

package main

import (
	"bufio"
	"os"
	"strings"
	"syscall"
	"testing"
)

// TestInterrupt interrupts a run as a terminal does, by a signal for each
// process. The tests end, and the temporary files are removed.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	cmd, tmp := testCommand(t, plainDir, nil, "-race=false", "-v", "./slow")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(stdout)
	for lines.Scan() && !strings.Contains(lines.Text(), "waiting") {
	}
	if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGINT); err != nil {
		t.Error(err)
	}
	for lines.Scan() {
	}
	cmd.Wait()
	if status := cmd.ProcessState.ExitCode(); status != 1 {
		t.Errorf("status %d: %v", status, cmd.ProcessState)
	}
	if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
		t.Errorf("%d temporary files are left, %v", len(left), err)
	}
}
