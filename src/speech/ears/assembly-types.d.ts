// AssemblyScript's name of the type of addresses, for the file of shapes and places that both languages read.

type usize = number;
