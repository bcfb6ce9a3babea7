// Missing file: why a file that a command was given cannot be read.

import { statSync } from "node:fs";

/** A sentence without its end. */
export function missingFile(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
    return `${path} is a folder: name a file in it`;
  return `There is no file ${path} that can be read`;
}
