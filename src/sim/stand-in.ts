// Stand-in: fitting words in place of words that a record masks. The same question always gets the same words.

import type { ListeningPoint } from "../flow/engine/understand/understanding.ts";
import { saidFor, valueByChance } from "./caller-value.ts";
import { seededRandom } from "./seeded-random.ts";

/** Empty: nothing fits. `point`: the open question; undefined: none. */
export function standInFor(point: ListeningPoint | undefined): string {
  if (point?.confirming !== undefined) return saidFor(true, point.pack.tag)[0] ?? "";
  return point?.asked === undefined ? "" : valueByChance(point.asked.wanted, point, seededRandom(1));
}
