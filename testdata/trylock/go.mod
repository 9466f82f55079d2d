module example.com/trylock

go 1.26
