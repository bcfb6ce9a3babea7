// Ports of a node: the exits for edges, in display order. A port without an edge is listed too.

import type { Plain } from "../../language/source/yaml-tree.ts";
import { keyOfWay } from "../../language/schema/way-keys.ts";
import { branchLabel, type EdgeKind, mapAt, targetsOfNode } from "./targets.ts";

export interface GraphPort {
  readonly id: string;
  readonly kind: EdgeKind;
  readonly label: string;
}

type Fields = ReadonlyMap<string, Plain>;

/** All ports of a node. `usual`: those of its kind, even without data. */
export function portsOf(
  document: Fields,
  { id, node }: { readonly id: string; readonly node: Fields },
  usual: readonly EdgeKind[],
): readonly GraphPort[] {
  const targetPorts = targetsOfNode(id, node).map(({ port, kind, label }) => ({ id: port, kind, label }));
  const written = [
    ...nextPorts(node.get("next")),
    ...optionIds(document, node).map((option) => port("option", option)),
    ...[...mapAt(node, "exits").keys()].map((name) => port("exit", name)),
    ...targetPorts.filter(({ kind }) => keyOfWay(kind) !== undefined),
    ...targetPorts.filter(({ kind }) => kind === "handler"),
  ];
  const bare = usual.filter((kind) => !written.some((each) => each.kind === kind));
  return [...written, ...bare.map((kind) => ({ id: kind, kind, label: "" }))];
}

function port(kind: EdgeKind, name: string): GraphPort {
  return { id: `${kind}:${name}`, kind, label: name };
}

function nextPorts(next: Plain | undefined): readonly GraphPort[] {
  if (typeof next === "string") return [{ id: "next", kind: "next", label: "" }];
  if (!Array.isArray(next) || next.length === 0) return [];
  const branches = next as readonly Plain[];
  const ports = branches.map((branch, i) => ({
    id: `next:${i}`,
    kind: "next" as const,
    label: branchLabel(branch),
  }));
  const hasElse = ports.some(({ label }) => label === "else");
  return hasElse ? ports : [...ports, { id: "next", kind: "next", label: "else" }];
}

/** Options with an edge in written order, then the other options of the choice. */
function optionIds(document: Fields, node: Fields): readonly string[] {
  const written = [...mapAt(node, "goto").keys()];
  const variable = node.get("menu");
  const declared =
    typeof variable === "string" ? declaredIn(document, mapAt(document, "variables").get(variable)) : [];
  return [...new Set([...written, ...declared])];
}

/** Limit of types built on other types; it also ends a cycle. */
const chainMax = 8;

function declaredIn(document: Fields, variable: Plain | undefined): readonly string[] {
  let holder = variable;
  for (let i = 0; i < chainMax && holder instanceof Map; i++) {
    const fields: Fields = holder;
    const options = fields.get("options");
    if (Array.isArray(options)) return (options as readonly Plain[]).flatMap(idOf);
    const type = fields.get("type");
    holder = typeof type === "string" ? mapAt(document, "types").get(type) : undefined;
  }
  return [];
}

function idOf(option: Plain): readonly string[] {
  const id = option instanceof Map ? (option as Fields).get("id") : undefined;
  return typeof id === "string" ? [id] : [];
}
