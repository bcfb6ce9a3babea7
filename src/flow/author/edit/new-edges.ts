// Edges of a new node: it leads on at once, to the target of its edge, or else to an end. A new flow therefore has no
// errors.

import { isVerbThat } from "../../language/schema/verbs.ts";
import { type NodeKind, nodeKinds } from "../document/node-kinds.ts";
import { portsOf } from "../document/ports.ts";
import type { Plain } from "../../language/source/yaml-tree.ts";
import { type Fields, fieldsOf, isFields, listOf, put, valueAt } from "./data-at-path.ts";
import { freeName } from "./free-names.ts";
import { sampleEnd } from "./new-node.ts";

/** Target node ids of a new node. Undefined leaves such edges out. */
export interface NewTargets {
  /** Where the call continues. */
  readonly next: string | undefined;
  /** Target after a failure, or without understanding. */
  readonly failure: string | undefined;
}

/** End node for edges without another target yet. */
export interface ClosingEnd {
  readonly id: string;
  /** The node itself when the flow does not have it yet. */
  readonly node?: Fields;
}

/**
 * The end of `defaults.give_up`, else one with the sample content, else the only one, else a new one. Undefined if
 * several ends are possible. `newId` is taken by a node being added.
 */
export function closingEndOf(data: Fields, newId: string): ClosingEnd | undefined {
  const nodes = fieldsOf(data.get("nodes"));
  const ends = [...nodes.keys()].filter((id) => fieldsOf(nodes.get(id)).has("end"));
  const givingUp = valueAt(data, ["defaults", "give_up"]);
  const endId =
    ends.find((id) => id === givingUp) ??
    ends.find((id) => isSampleEnd(data, id)) ??
    (ends.length === 1 ? ends[0] : undefined);
  if (endId !== undefined) return { id: endId };
  if (ends.length > 0) return undefined;
  const id = freeName("end", (each) => nodes.has(each) || each === newId);
  return { id, node: sampleEnd(data) };
}

/** True if an end still has its initial content. */
export function isSampleEnd(data: Fields, id: string): boolean {
  const node = fieldsOf(valueAt(data, ["nodes", id]));
  const sample = sampleEnd(data);
  return node.size === sample.size && [...sample].every(([key, value]) => isSame(node.get(key), value));
}

function isSame(one: Plain | undefined, other: Plain): boolean {
  if (!isFields(one) || !isFields(other)) return one === other;
  return one.size === other.size && [...other].every(([key, value]) => one.get(key) === value);
}

/** The new node with its edges. `data`: the flow with everything that the node needs, but without the node. */
export function withEdges(
  data: Fields,
  kind: NodeKind,
  { node, targets }: { readonly node: Fields; readonly targets: NewTargets },
): Fields {
  const single = Object.entries(nodeKinds[kind].targets);
  const led = single.reduce((now, [key, which]) => leading(now, [key], targets[which]), node);
  const several = (paths: readonly (readonly string[])[]): Fields =>
    paths.reduce((now, path) => leading(now, path, targets.next), led);
  switch (kind) {
    case "menu": {
      const options = optionIdsOf(data, led);
      // Options from a list at run time share one edge.
      return several(options.length === 0 ? [["next"]] : options.map((option) => ["goto", option]));
    }
    case "converse":
      return several([...fieldsOf(led.get("exits")).keys()].map((exit) => ["exits", exit, "goto"]));
    case "branch":
      return targets.next === undefined ? led : withElse(led, targets.next);
    default:
      return led;
  }
}

function leading(node: Fields, path: readonly string[], to: string | undefined): Fields {
  return to === undefined ? node : (put(node, path, to) as Fields);
}

function optionIdsOf(data: Fields, node: Fields): readonly string[] {
  return portsOf(data, { id: "", node }, []).flatMap(({ kind, label }) => (kind === "option" ? [label] : []));
}

function withElse(node: Fields, to: string): Fields {
  const branches = listOf(node.get("next")).map((each) => leading(fieldsOf(each), ["goto"], to));
  return new Map(node).set("next", [...branches, new Map([["else", to]])]);
}

/** Sets `defaults.give_up` if the kind of node needs one and there is none. */
export function withGiveUp(data: Fields, kind: NodeKind, to: string | undefined): Fields {
  const path = ["defaults", "give_up"];
  const isNeeded = isVerbThat("listens", kind) && to !== undefined && valueAt(data, path) === undefined;
  return isNeeded ? (put(data, path, to) as Fields) : data;
}
