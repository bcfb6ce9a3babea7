// Product command: starts the product in a process of its own. A full run names the executable that it has built, which
// starts in a quarter of the processor time; a single suite uses the sources.

import { resolve } from "node:path";

const built = process.env["EXECUTABLE"];

/** A program and its first arguments, independent of the working directory; commands and options follow. */
export const product: readonly string[] =
  built === undefined ? [process.execPath, resolve("src/main.ts")] : [resolve(built)];
