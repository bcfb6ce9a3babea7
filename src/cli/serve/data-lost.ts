// Lost data: the end of a process whose thread of the data file has ended by itself.

/** The supervisor that restarts the server finds the latest stored data. */
export const dataLost = (): void => process.exit(1);
