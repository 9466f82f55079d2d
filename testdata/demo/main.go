// The demonstration: a small account service. Its packages hold two faults
// that lockvet reports, one in settle and one in journal, among locking that is
// correct and on which it is silent.
package main

import (
	"fmt"
	"sync"

	"example.com/demo/journal"
	"example.com/demo/ledger"
	"example.com/demo/metrics"
	"example.com/demo/settle"
)

func main() {
	book := ledger.NewBook()
	log := journal.New()
	counts := metrics.New()
	office := settle.NewOffice(book, counts)

	for _, id := range []string{"alice", "bob", "carol"} {
		book.Open(id, 100)
	}

	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			page := log.Page(i)
			page.Append(fmt.Sprintf("worker %d starts", i))
			if err := book.Transfer("alice", "bob", 10); err != nil {
				page.Append(err.Error())
			}
			log.Flush(page)
			counts.Add("transfers", 1)
		})
	}
	wg.Wait()

	office.Settle("carol")
	book.Close("carol")
	counts.Add("settled", office.Settled())
	fmt.Println(counts)
}
