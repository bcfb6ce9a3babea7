// Node visits: the nodes that a conversation went through, with the values after each. From these follow the results of
// tools and transfers, which a call's messages do not contain. Pure.

import type { Act, Program } from "../../../src/flow/language/program.ts";
import type { ConversationEvent } from "./conversation-event.ts";

export interface Visit {
  readonly node: string;
  readonly act: Act | undefined;
  readonly atMs: number;
  /** The node after it; undefined: the conversation ended here. */
  readonly next: string | undefined;
  /** Values of the flow's variables after the node. */
  readonly values: ReadonlyMap<string, unknown>;
}

/** Visits of the flow's own nodes, without those of called flows. */
export function visitsOf(program: Program, log: readonly ConversationEvent[]): readonly Visit[] {
  const flowEvents = log.filter((one) => !("flow" in one) || one.flow === program.id);
  const entries = flowEvents.flatMap((one, index) => (one.what === "node" ? [{ ...one, index }] : []));
  return entries.map(({ node, atMs }, i) => {
    const next = entries[i + 1];
    const until = flowEvents.slice(0, next?.index ?? flowEvents.length);
    return {
      node,
      act: program.nodes.get(node)?.act,
      atMs,
      next: next?.node,
      values: new Map(until.flatMap((one) => (one.what === "variable" ? [[one.name, one.value]] : []))),
    };
  });
}

/**
 * Whether the node's tool, transfer or recording failed. Undefined when both edges lead to one node, or none was
 * taken yet.
 */
export function hasFailed({ act, next }: Visit): boolean | undefined {
  if (act === undefined || next === undefined) return undefined;
  const failing = failureOf(act);
  if (act.type === "transfer" && act.onNoAnswer === next && act.onReturn !== next) return true;
  if (failing !== next) return false;
  const others =
    "edges" in act ? act.edges.map(({ target }) => target) : act.type === "transfer" ? [act.onReturn] : [];
  return others.includes(next) ? undefined : true;
}

function failureOf(act: Act): string | undefined {
  if (act.type === "tool" || act.type === "call") return act.onError;
  return act.type === "transfer" || act.type === "record" ? act.onFailed : undefined;
}
