// Odd JSON: any type at any place, names with a special meaning elsewhere, great depth and length.

import type { Random } from "../random.ts";

export const oddWords = [
  "sdp",
  "type",
  "offer",
  "candidates",
  "pc_id",
  "mode",
  "flow",
  "assistant",
  "welcome",
  "__proto__",
  "",
];

export function oddJson(chance: Random, depth = 0): unknown {
  const leaf = chance.int(0, depth > 4 ? 6 : 8);
  switch (leaf) {
    case 0:
      return null;
    case 1:
      return chance.chance(0.5);
    case 2:
      return chance.pick([0, -1, 1.5, 1e308, 256]);
    case 3:
    case 4:
      return chance.pick([...oddWords, "v=0\r\n", "\u0000", "x".repeat(5_000)]);
    case 5:
      return [];
    case 6:
      return {};
    case 7:
      return Array.from({ length: chance.int(0, 70) }, () => oddJson(chance, depth + 1));
    default:
      return Object.fromEntries(
        Array.from({ length: chance.int(0, 6) }, () => [chance.pick(oddWords), oddJson(chance, depth + 1)]),
      );
  }
}
