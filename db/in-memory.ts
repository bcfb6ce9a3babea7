// In memory: the name of a directory that is none, whose data is gone with the process.

export const inMemory = ":memory:";
