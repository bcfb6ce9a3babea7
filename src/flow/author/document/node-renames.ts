// Bulk rename of nodes: renames many nodes at once, in their keys and in all mentions.

import type { Path } from "../../language/source/problem.ts";
import type { Plain } from "../../language/source/yaml-tree.ts";
import { mapAt, targetsOfFlow, targetsOfNode } from "./targets.ts";

type Document = ReadonlyMap<string, Plain>;

/**
 * The document with all names replaced at once. An editor may have renamed the keys already; then only mentions of
 * missing nodes change, and a swap of two names is unchanged.
 */
export function withRenamedNodes(document: Document, renames: Readonly<Record<string, string>>): Document {
  const names = new Map(Object.entries(renames).filter(([old, now]) => old !== now));
  const nodes = mapAt(document, "nodes");
  if (names.size === 0) return document;
  const isDone = [...names.values()].every((now) => nodes.has(now));
  const isFree = new Set([...nodes.keys()].map((id) => names.get(id) ?? id)).size === nodes.size;
  if (!isDone && !isFree) return document;
  const renamedNodes = isDone ? nodes : undefined;
  const nameOf = (id: string): string => (renamedNodes?.has(id) === true ? id : (names.get(id) ?? id));
  const changed = namesIn(document).filter(({ id }) => nameOf(id) !== id);
  const updated = changed.reduce(
    (whole: Plain, { path, id }) => put(whole, path, nameOf(id)),
    document,
  ) as Document;
  if (isDone) return updated;
  const keys = new Map([...mapAt(updated, "nodes")].map(([id, node]) => [nameOf(id), node]));
  return new Map([...updated].map(([key, value]) => [key, key === "nodes" ? keys : value]));
}

/** Every mention of a node other than its own key. */
function namesIn(document: Document): { readonly path: Path; readonly id: string }[] {
  const targets = [
    ...targetsOfFlow(document),
    ...[...mapAt(document, "nodes")].flatMap(([id, node]) => targetsOfNode(id, node)),
  ].map(({ path, to }) => ({ path, id: to }));
  const first = document.get("start");
  const tests = document.get("tests");
  const steps = (Array.isArray(tests) ? (tests as readonly Plain[]) : []).flatMap((test, i) => {
    const script = test instanceof Map ? (test as Document).get("script") : undefined;
    return (Array.isArray(script) ? (script as readonly Plain[]) : []).flatMap((step, j) => {
      const id = step instanceof Map ? (step as Document).get("at") : undefined;
      return typeof id === "string" ? [{ path: ["tests", i, "script", j, "at"], id }] : [];
    });
  });
  return [...targets, ...steps, ...(typeof first === "string" ? [{ path: ["start"], id: first }] : [])];
}

function put(value: Plain, [part, ...rest]: Path, added: Plain): Plain {
  if (part === undefined) return added;
  if (value instanceof Map) {
    return new Map(
      [...(value as Document)].map(([key, each]) => [key, key === part ? put(each, rest, added) : each]),
    );
  }
  if (!Array.isArray(value)) return value;
  return (value as readonly Plain[]).map((each, i) => (i === part ? put(each, rest, added) : each));
}
