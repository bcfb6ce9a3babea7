// Assembly types: AssemblyScript's name for addresses, so that both languages read the file of shapes and places.

type usize = number;
