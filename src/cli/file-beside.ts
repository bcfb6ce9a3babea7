// File beside a flow: reads files of its folder that the flow names.

import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { readSoundHead, SoundError, soundMibMax } from "../audio/sound-file.ts";
import type { SourceProblem } from "../flow/language/load-flow.ts";

/** A permanent problem. */
export const unusable = (problem: string, hint: string): SourceProblem => ({ problem, hint, isFatal: true });

/**
 * A file in the folder or below; no name and no link leads out of it. Text up to `bytesMax` bytes plus one, so that a
 * longer one is recognised.
 */
export function readBeside(folder: string, name: string, bytesMax: number): Uint8Array | SourceProblem {
  try {
    const root = realpathSync(folder);
    const path = realpathSync(join(root, name));
    if (!path.startsWith(root.endsWith(sep) ? root : root + sep))
      return unusable("is outside the folder of the flow", "put the file into the folder of the flow");
    return bytesIn(path, bytesMax) ?? unusable("is not a file", "give a file in the folder of the flow");
  } catch (error) {
    const { code = "" } = error as { code?: string };
    return code === "ENOENT" || code === "ENOTDIR"
      ? unusable("does not exist", "put the file into the folder of the flow")
      : unusable(`cannot be read (${code})`, "check its permissions");
  }
}

/** Undefined for anything but a file. */
function bytesIn(path: string, bytesMax: number): Uint8Array | undefined {
  // A pipe is not waited for.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return undefined;
    const bytes = new Uint8Array(Math.min(stat.size, bytesMax) + 1);
    let read = 0;
    for (let part = -1; part !== 0 && read < bytes.length; read += part)
      part = readSync(file, bytes, read, bytes.length - read, null);
    return bytes.subarray(0, read);
  } finally {
    closeSync(file);
  }
}

/** Problem of a sound beside a flow; undefined: it is playable. */
export function soundBeside(folder: string, name: string): SourceProblem | undefined {
  const read = readBeside(folder, name, soundMibMax * 1_024 * 1_024);
  if (!(read instanceof Uint8Array)) return read;
  try {
    readSoundHead(read);
    return undefined;
  } catch (error) {
    if (!(error instanceof SoundError)) throw error;
    return unusable(
      `cannot be played: ${error.message}`,
      `convert it: ffmpeg -i ${name} -ac 1 -ar 16000 NEW.wav`,
    );
  }
}
