// Product command: starts what the tests try in a process of its own. The whole run names the executable that it has
// built, which starts in a quarter of the processor time; a single suite takes the sources as they are.

const built = process.env["EXECUTABLE"];

/** A program and its first arguments; commands and options follow. Relative to the project. */
export const product: readonly string[] = built === undefined ? [process.execPath, "src/main.ts"] : [built];
