// Package trylockorder defines an analyzer that reports locks taken in a circular
// order.
//
// # Analyzer trylockorder
//
// trylockorder: report locks that are taken in a circular order
//
// Placeholder.
package trylockorder
