// Package app joins left and other, which know nothing of each other. It is the
// first package in which the cycle over Cache and Index exists, so the report
// is here and not again in main.
package app

import (
	"example.com/siblings/left"
	"example.com/siblings/locks"
	"example.com/siblings/other" // want lockorder `Cache\.Mu`
)

var (
	cache locks.Cache
	index locks.Index
)

func Warm() {
	left.Fill(&cache, &index)
	other.Rebuild(&index, &cache)
}
