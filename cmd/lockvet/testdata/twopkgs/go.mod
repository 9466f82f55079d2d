module example.com/twopkgs

go 1.25
