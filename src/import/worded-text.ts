// Worded text: a line worded by a model, with its written replacement.

import type { Plain } from "../flow/language/source/yaml-tree.ts";

export const worded = (prompt: string, fallback: string): Plain =>
  new Map([
    ["prompt", prompt],
    ["fallback", fallback],
  ]);
