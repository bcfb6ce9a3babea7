// In memory: the name of a virtual directory whose data is gone with the process.

export const inMemory = ":memory:";
