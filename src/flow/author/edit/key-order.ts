// Key order: the place of a new key among the existing ones, in the usual order of authors, with edges to other nodes
// last.

import { edgeKeys } from "../../language/schema/way-keys.ts";
import type { Plain } from "../../language/source/yaml-tree.ts";

/** Keys of a flow: first its identity, then its knowledge and tools, finally its behaviour and tests. */
const top = [
  "voice_flow", "id", "name", "description", "language", "languages", "timezone", "start", "start_speaker", "mode",
  "types", "variables", "open", "secrets", "tools", "hooks", "hours", "knowledge", "pronounce", "retention", "redact", "contract", "defaults", "handlers", "on_end", "nodes", "tests",
]; // prettier-ignore
const topOrder: ReadonlyMap<string, number> = new Map(top.map((name, i) => [name, i]));

/** Rank of a key in the map at a depth below `section`; keys of equal rank stay in the order of their addition. */
export function rankOf(
  key: string,
  { depth, section }: { depth: number; section: string | undefined },
): number {
  if (depth === 0) return topOrder.get(key) ?? topOrder.size;
  return depth === 2 && section === "nodes" && edgeKeys.includes(key) ? 1 : 0;
}

/** Inserts a key after the last one without a higher rank. */
export function withNewKey(
  fields: ReadonlyMap<string, Plain>,
  [key, value]: readonly [string, Plain],
  rank: (key: string) => number,
): ReadonlyMap<string, Plain> {
  const entries = [...fields];
  const after = entries.findLastIndex(([each]) => rank(each) <= rank(key));
  return new Map([...entries.slice(0, after + 1), [key, value], ...entries.slice(after + 1)]);
}
