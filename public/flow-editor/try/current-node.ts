// Current node: where a conversation stands in the flow, and what the caller can do now. Pure.

import type { Program } from "../../../src/flow/language/program.ts";
import type { ConversationEvent } from "./conversation-event.ts";

export type CallerAction =
  | { readonly do: "speak" }
  /** Say whether somebody answers there. */
  | { readonly do: "transfer"; readonly address: string }
  | { readonly do: "record"; readonly variable: string }
  /** Speak, or let what is waited for happen. */
  | { readonly do: "wait"; readonly event: string };

export function callerActionAt(program: Program, log: readonly ConversationEvent[]): CallerAction {
  const last = log.findLast(({ what }) => steady.has(what));
  if (last?.what === "transfer") return { do: "transfer", address: last.address };
  if (last?.what === "recording") return { do: "record", variable: last.variable };
  const act = program.nodes.get(currentNodeOf(program, log) ?? "")?.act;
  return act?.type === "wait" ? { do: "wait", event: act.event } : { do: "speak" };
}

/** What ends, or begins, what the caller is asked for besides words. */
const steady: ReadonlySet<ConversationEvent["what"]> = new Set([
  "transfer",
  "transferred",
  "recording",
  "recorded",
  "node",
  "outcome",
]);

/** Undefined: before the first, and when it is over. */
export function currentNodeOf({ id }: Program, log: readonly ConversationEvent[]): string | undefined {
  if (log.some(({ what }) => what === "outcome")) return undefined;
  const last = log.findLast((one) => one.what === "node" && one.flow === id);
  return last?.what === "node" ? last.node : undefined;
}
