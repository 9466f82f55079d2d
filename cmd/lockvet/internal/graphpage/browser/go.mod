module github.com/lockvet/lockvet/cmd/lockvet/internal/graphpage/browser

go 1.26.0

require (
	github.com/chromedp/cdproto v0.160.3
	github.com/chromedp/chromedp v0.23.1
	github.com/lockvet/lockvet v0.0.0
)

require github.com/go-json-experiment/json v0.0.0-20260213210345-44df1a37e875 // indirect

replace github.com/lockvet/lockvet => ../../../../..
