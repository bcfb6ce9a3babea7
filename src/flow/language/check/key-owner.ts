// Owner of a map's keys: the verb, type or kind of step of a map, since some keys belong to some owners only.

import { type Data, Fields, isMap } from "../model/map-reader.ts";
import { verbsOf } from "../model/model-nodes.ts";
import { resolvedFields } from "../model/model-variables.ts";
import type { PlaceName } from "../schema/shape.ts";
import { stepAssertions, stepInputs } from "../schema/test-table.ts";

/**
 * Undefined if keys of this place do not depend on an owner, or the owner is unclear; then no key is refused for it.
 */
export function ownerOf(data: Data, place: PlaceName, document: Data): string | undefined {
  if (place === "node") {
    const variables = document.get("variables");
    const verbs = verbsOf(new Fields(data, []), isMap(variables) ? variables : undefined);
    return verbs.length > 1 ? undefined : (verbs[0] ?? "say");
  }
  if (place === "variable" || place === "field" || place === "extracted")
    return resolvedFields(data, [], typesOf(document))?.kind;
  if (place === "step") {
    const kinds = [...stepInputs, ...stepAssertions].filter((kind) => data.has(kind));
    return kinds.length === 1 ? kinds[0] : undefined;
  }
  return undefined;
}

const typesIn = new WeakMap<Data, ReadonlyMap<string, Fields>>();

function typesOf(document: Data): ReadonlyMap<string, Fields> {
  const cached = typesIn.get(document);
  if (cached !== undefined) return cached;
  const types = document.get("types");
  const made = new Map(
    isMap(types)
      ? [...types].flatMap(([name, each]) => (isMap(each) ? [[name, new Fields(each, [])]] : []))
      : [],
  );
  typesIn.set(document, made);
  return made;
}
