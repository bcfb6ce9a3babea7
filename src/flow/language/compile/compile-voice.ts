// Compiler of voices: the voice of a node or a handler, with inherited settings.

import type { Fields } from "../model/map-reader.ts";
import type { Voice } from "../program.ts";

type Level = Fields | undefined;

/** Undefined: not set anywhere. */
export function voiceOf(settings: Level, inherited: Level): Voice | undefined {
  if (settings === undefined && inherited === undefined) return undefined;
  const name = settings?.words("name") ?? inherited?.words("name");
  const speed = settings?.number("speed") ?? inherited?.number("speed");
  return {
    ...(name !== undefined && { name }),
    ...(speed !== undefined && { speed }),
  };
}
