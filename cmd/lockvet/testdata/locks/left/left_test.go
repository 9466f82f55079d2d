package left

import (
	"testing"

	"example.com/locks/depot"
)

// reports deadlock: depot.Orders -> depot.Stock -> depot.Orders
func TestStockThenOrders(t *testing.T) {
	depot.StockFirst()
	depot.OrdersFirst()
}

// TestHalf is one half of a cycle. The other is in package right.
//
// reports deadlock: depot.Door.mu -> depot.Key.mu -> depot.Door.mu
func TestHalf(t *testing.T) {
	new(depot.Door).Open(new(depot.Key))
}
