// Assembly types: AssemblyScript's name for addresses, so that both languages read the layout file.

type usize = number;
