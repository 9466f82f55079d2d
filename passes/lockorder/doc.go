// Package lockorder defines an analyzer that reports locks taken in a circular
// order.
//
// # Analyzer lockorder
//
// lockorder: report locks that are taken in a circular order
//
// Placeholder.
package lockorder
