// Edge targets: every place of a flow's document that names a node. Reads drafts with errors too.

import { type WayName, ways } from "../../language/schema/way-keys.ts";
import type { Path } from "../../language/source/problem.ts";
import type { Plain } from "../../language/source/yaml-tree.ts";

export type EdgeKind = "next" | "option" | "exit" | "handler" | WayName;

export interface EdgeTarget {
  /** The node's id; `*` for what holds everywhere. */
  readonly from: string;
  /** The exit, unique within the node. */
  readonly port: string;
  readonly kind: EdgeKind;
  readonly label: string;
  readonly to: string;
  readonly path: Path;
}

type Fields = ReadonlyMap<string, Plain>;

export function mapAt(value: Plain | undefined, key: string): Fields {
  const field = value instanceof Map ? (value as Fields).get(key) : undefined;
  return field instanceof Map ? field : new Map();
}

/** Targets of one node, in the display order of its exits. */
export function targetsOfNode(id: string, node: Plain): readonly EdgeTarget[] {
  if (!(node instanceof Map)) return [];
  const path = ["nodes", id];
  const fields: Fields = node;
  return [
    ...nextTargets(id, fields.get("next"), [...path, "next"]),
    ...[...mapAt(node, "goto")].flatMap(([option, to]) =>
      target({ from: id, port: `option:${option}`, kind: "option", label: option }, to, [
        ...path,
        "goto",
        option,
      ]),
    ),
    ...[...mapAt(node, "exits")].flatMap(([name, exit]) =>
      target({ from: id, port: `exit:${name}`, kind: "exit", label: name }, get(exit, "goto"), [
        ...path,
        "exits",
        name,
        "goto",
      ]),
    ),
    ...ways.flatMap(({ key, name }) =>
      target({ from: id, port: name, kind: name, label: "" }, fields.get(key), [...path, key]),
    ),
    ...handlerTargets(id, mapAt(node, "handlers"), [...path, "handlers"]),
  ];
}

/** Targets of the flow as a whole: its handlers, and where unanswered questions end. */
export function targetsOfFlow(document: Plain): readonly EdgeTarget[] {
  const inherited = get(mapOf(document).get("defaults"), "give_up");
  return [
    ...handlerTargets("*", mapAt(document, "handlers"), ["handlers"]),
    ...target({ from: "*", port: "give_up", kind: "give_up", label: "" }, inherited, ["defaults", "give_up"]),
    ...[...mapAt(document, "variables")].flatMap(([name, variable]) =>
      target({ from: "*", port: `give_up:${name}`, kind: "give_up", label: name }, get(variable, "give_up"), [
        "variables",
        name,
        "give_up",
      ]),
    ),
  ];
}

function handlerTargets(from: string, handlers: Fields, path: Path): EdgeTarget[] {
  return [...handlers].flatMap(([name, handler]) =>
    nextTargets(from, get(handler, "next"), [...path, name, "next"]).map((each) => ({
      ...each,
      port: `handler:${name}${each.port.slice("next".length)}`,
      kind: "handler" as const,
      label: each.label === "" ? name : `${name}, ${each.label}`,
    })),
  );
}

function nextTargets(from: string, next: Plain | undefined, path: Path): EdgeTarget[] {
  if (!Array.isArray(next)) return target({ from, port: "next", kind: "next", label: "" }, next, path);
  return next.flatMap((branch: Plain, i) => {
    const key = mapOf(branch).has("else") ? "else" : "goto";
    const head = { from, port: `next:${i}`, kind: "next" as const, label: branchLabel(branch) };
    return target(head, get(branch, key), [...path, i, key]);
  });
}

export function branchLabel(branch: Plain): string {
  return mapOf(branch).has("else") ? "else" : `if ${textOf(get(branch, "if"))}`;
}

function target(head: Omit<EdgeTarget, "to" | "path">, to: Plain | undefined, path: Path): EdgeTarget[] {
  return typeof to === "string" ? [{ ...head, to, path }] : [];
}

function get(value: Plain | undefined, key: string): Plain | undefined {
  return mapOf(value).get(key);
}

function mapOf(value: Plain | undefined): Fields {
  return value instanceof Map ? value : new Map();
}

function textOf(value: Plain | undefined): string {
  return typeof value === "object" || value === undefined ? "" : String(value);
}
