module example.test/shipping

go 1.19
