// Data lost: ends the process when the thread that owns the data file has crashed.

/** The supervisor that restarts the server finds the latest stored data. */
export const dataLost = (): void => process.exit(1);
