// Expected keys: the entries that a map should have, such as a target for each option of a menu or an argument for
// each parameter of a tool.

import { fieldsOf, valueAt } from "../../../src/flow/author/edit/data-at-path.ts";
import type { Fields } from "../../../src/flow/author/edit/data-at-path.ts";
import type { Path } from "../../../src/flow/language/source/problem.ts";
import { flowNamesOf } from "../complete/flow-names.ts";

/** The keys expected in the map at a path; empty for other maps. */
export function expectedKeys(document: Fields, path: Path): readonly string[] {
  const [section, , key] = path;
  if (section !== "nodes" || path.length !== 3) return [];
  const node = fieldsOf(valueAt(document, path.slice(0, 2)));
  const nameIn = (verb: string): string => {
    const name = node.get(verb);
    return typeof name === "string" ? name : "";
  };
  if (key === "goto")
    return (flowNamesOf(document).optionsOf.get(nameIn("menu")) ?? []).map(({ name }) => name);
  if (key !== "with" || !node.has("tool")) return [];
  return [...fieldsOf(valueAt(document, ["tools", nameIn("tool"), "params"])).keys()];
}
