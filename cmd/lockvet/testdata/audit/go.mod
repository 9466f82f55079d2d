module example.com/audit

go 1.26.0

require github.com/lockvet/lockvet v0.0.0

replace github.com/lockvet/lockvet => ../../../..
