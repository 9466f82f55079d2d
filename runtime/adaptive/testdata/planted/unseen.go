//go:build !race

package main

func unseen(f func()) { f() }
