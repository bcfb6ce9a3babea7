// Current node: the position of a conversation in the flow, and the caller's next action. Pure.

import type { Program } from "../../../src/flow/language/program.ts";
import { returnedEvent } from "../../../src/flow/engine/run/outside/transfer-record-wait.ts";
import type { ConversationEvent } from "./conversation-event.ts";

export type CallerAction =
  | { readonly do: "speak" }
  /** Decide whether the transfer is answered. */
  | { readonly do: "transfer"; readonly address: string }
  | { readonly do: "record"; readonly variable: string }
  /** Speak, or post the event that the flow waits for. */
  | { readonly do: "wait"; readonly event: string };

/** The caller's next action at the end of the log. */
export function callerActionAt(program: Program, log: readonly ConversationEvent[]): CallerAction {
  const last = log.findLast(({ what }) => steady.has(what));
  if (last?.what === "transfer") return { do: "transfer", address: last.address };
  if (last?.what === "recording") return { do: "record", variable: last.variable };
  const act = program.nodes.get(currentNodeOf(program, log) ?? "")?.act;
  if (act?.type === "transfer" && last?.what === "transferred") return { do: "wait", event: returnedEvent };
  return act?.type === "wait" ? { do: "wait", event: act.event } : { do: "speak" };
}

/** Events that begin or end a special request to the caller. */
const steady: ReadonlySet<ConversationEvent["what"]> = new Set([
  "transfer",
  "transferred",
  "recording",
  "recorded",
  "node",
  "outcome",
]);

/** The node at which the conversation is; undefined before the first node and after the end. */
export function currentNodeOf({ id }: Program, log: readonly ConversationEvent[]): string | undefined {
  if (log.some(({ what }) => what === "outcome")) return undefined;
  const last = log.findLast((one) => one.what === "node" && one.flow === id);
  return last?.what === "node" ? last.node : undefined;
}
