// Key order: where a new key is inserted among those that exist, in the order in which people write them, with edges
// to other nodes last.

import { edgeKeys } from "../../language/schema/way-keys.ts";
import type { Plain } from "../../language/source/yaml-tree.ts";

/** Keys of a flow: first what it is, then what it knows and can use, at last what it does and how that is tested. */
const top = [
  "voice_flow", "id", "name", "description", "language", "languages", "timezone", "start", "start_speaker",
  "types", "variables", "open", "secrets", "tools", "hooks", "hours", "knowledge", "pronounce", "retention", "redact", "contract", "defaults", "handlers", "on_end", "nodes", "tests",
]; // prettier-ignore
const topOrder: ReadonlyMap<string, number> = new Map(top.map((name, i) => [name, i]));

/**
 * The rank of a key in the map at a depth below `section`; keys of equal rank stay in the order in which they are
 * added.
 */
export function rankOf(
  key: string,
  { depth, section }: { depth: number; section: string | undefined },
): number {
  if (depth === 0) return topOrder.get(key) ?? topOrder.size;
  return depth === 2 && section === "nodes" && edgeKeys.includes(key) ? 1 : 0;
}

/** Inserts a key after the last one whose rank is not higher. */
export function withNewKey(
  fields: ReadonlyMap<string, Plain>,
  [key, value]: readonly [string, Plain],
  rank: (key: string) => number,
): ReadonlyMap<string, Plain> {
  const entries = [...fields];
  const after = entries.findLastIndex(([each]) => rank(each) <= rank(key));
  return new Map([...entries.slice(0, after + 1), [key, value], ...entries.slice(after + 1)]);
}
