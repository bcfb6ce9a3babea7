// Product command: starts what the tests try in a process of its own. The whole run names the executable that it has
// built, which starts in a quarter of the processor time; a single suite takes the sources as they are.

import { resolve } from "node:path";

const built = process.env["EXECUTABLE"];

/** A program and its first arguments, wherever it is started; commands and options follow. */
export const product: readonly string[] =
  built === undefined ? [process.execPath, resolve("src/main.ts")] : [resolve(built)];
