// Worded text: a line that a model words, with the written one that is spoken where it does not.

import type { Plain } from "../flow/language/source/yaml-tree.ts";

export const worded = (prompt: string, fallback: string): Plain =>
  new Map([
    ["prompt", prompt],
    ["fallback", fallback],
  ]);
