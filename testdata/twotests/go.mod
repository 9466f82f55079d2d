module example.com/twotests

go 1.25
