package main

import "testing"

// reports deadlock: tool.state.mu -> tool.job.mu -> tool.state.mu
func TestMainFunction(t *testing.T) { main() }
