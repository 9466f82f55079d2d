package right

import (
	"testing"

	"example.com/locks/depot"
)

// The cycle that package left reports, too, from its other end.
//
// reports deadlock: depot.Orders -> depot.Stock -> depot.Orders
func TestOrdersThenStock(t *testing.T) {
	depot.OrdersFirst()
	depot.StockFirst()
}

// reports deadlock: depot.Door.mu -> depot.Key.mu -> depot.Door.mu
func TestOtherHalf(t *testing.T) {
	new(depot.Key).Turn(new(depot.Door))
}
