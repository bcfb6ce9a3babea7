// Ways of a new node: it leads on at once, to where the way it came into led or else to an end, so that the flow has
// no error while its author has only begun.

import type { NodeKind } from "../document/document-graph.ts";
import { portsOf } from "../document/ports.ts";
import type { Plain } from "../../language/source/yaml-tree.ts";
import { type Fields, fieldsOf, isFields, listOf, put, valueAt } from "./data-at-path.ts";
import { freeName } from "./free-names.ts";
import { endNode } from "./new-node.ts";

/** Where a new node leads. Undefined leaves that way open. */
export interface Ways {
  /** When all goes well. */
  readonly on: string | undefined;
  /** When something fails or nobody is understood. */
  readonly otherwise: string | undefined;
}

/** The end to which ways lead that have no other yet; `node` when it has to be added. */
export interface Closing {
  readonly id: string;
  readonly node?: Fields;
}

/**
 * The end of those who are given up, else one that nobody has changed yet, else the only one, else a new one. Undefined
 * where several ends could be meant. `newId` is a node's that is about to come.
 */
export function closingOf(data: Fields, newId: string): Closing | undefined {
  const nodes = fieldsOf(data.get("nodes"));
  const ends = [...nodes.keys()].filter((id) => fieldsOf(nodes.get(id)).has("end"));
  const givingUp = valueAt(data, ["defaults", "give_up"]);
  const known =
    ends.find((id) => id === givingUp) ??
    ends.find((id) => isFreshEnd(data, id)) ??
    (ends.length === 1 ? ends[0] : undefined);
  if (known !== undefined) return { id: known };
  if (ends.length > 0) return undefined;
  const id = freeName("end", (each) => nodes.has(each) || each === newId);
  return { id, node: endNode(data) };
}

/** Whether it is an end as it is added, with the words that we gave it. */
export function isFreshEnd(data: Fields, id: string): boolean {
  const found = fieldsOf(valueAt(data, ["nodes", id]));
  const fresh = endNode(data);
  return found.size === fresh.size && [...fresh].every(([key, value]) => isSame(found.get(key), value));
}

function isSame(one: Plain | undefined, other: Plain): boolean {
  if (!isFields(one) || !isFields(other)) return one === other;
  return one.size === other.size && [...other].every(([key, value]) => one.get(key) === value);
}

const endsFailing = "otherwise";
/** By kind, the keys that hold a target, and which. Menus, branches and conversations have more of a shape. */
const simpleWays: Readonly<Partial<Record<NodeKind, Readonly<Record<string, keyof Ways>>>>> = {
  say: { next: "on" },
  ask: { next: "on" },
  record: { next: "on" },
  wait: { next: "on" },
  tool: { next: "on", on_error: endsFailing },
  call: { next: "on", on_error: endsFailing },
  transfer: { on_failed: "on" },
  converse: { without_llm: endsFailing },
};

/** `data` is the flow with all that the node needs but the node itself. */
export function withWays(data: Fields, kind: NodeKind, { node, ways }: { node: Fields; ways: Ways }): Fields {
  const simple = Object.entries(simpleWays[kind] ?? {});
  const led = simple.reduce((now, [key, which]) => leading(now, [key], ways[which]), node);
  switch (kind) {
    case "menu":
      return optionsOf(data, led).reduce((now, option) => leading(now, ["goto", option], ways.on), led);
    case "branch":
      return ways.on === undefined ? led : withElse(led, ways.on);
    case "converse":
      return [...fieldsOf(led.get("exits")).keys()].reduce(
        (now, exit) => leading(now, ["exits", exit, "goto"], ways.on),
        led,
      );
    default:
      return led;
  }
}

function leading(node: Fields, path: readonly string[], to: string | undefined): Fields {
  return to === undefined ? node : (put(node, path, to) as Fields);
}

/** A menu whose options come from data has one way for all of them. */
function optionsOf(data: Fields, node: Fields): readonly string[] {
  return portsOf(data, { id: "", node }, []).flatMap(({ kind, label }) => (kind === "option" ? [label] : []));
}

function withElse(node: Fields, to: string): Fields {
  const branches = listOf(node.get("next")).map((each) => leading(fieldsOf(each), ["goto"], to));
  return new Map(node).set("next", [...branches, new Map([["else", to]])]);
}

const mayGiveUp: ReadonlySet<NodeKind> = new Set(["ask", "menu", "converse"]);

/** With the way out that a flow needs as soon as something may be misunderstood. */
export function withGiveUp(data: Fields, kind: NodeKind, to: string | undefined): Fields {
  const path = ["defaults", "give_up"];
  const isNeeded = mayGiveUp.has(kind) && to !== undefined && valueAt(data, path) === undefined;
  return isNeeded ? (put(data, path, to) as Fields) : data;
}
