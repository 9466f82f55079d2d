module example.com/run.v2

go 1.26
