// Package inside has nothing to report outside its test.
package inside
