// Tool history: orders a conversation's tool calls as vendors require. An interrupted call (the caller spoke, the
// call ended) has no result, and without one every vendor refuses the whole conversation.

import type { LlmMessage, LlmToolCall } from "../provider-contract.ts";
import { parsedRecord } from "../connection/json-fields.ts";
import { ownId } from "./tool-call-pieces.ts";

type ToolResult = Extract<LlmMessage, { role: "tool" }>;

const unanswered = "The call was not finished.";

/**
 * The same messages, with the results of each message's calls right after it, in the order of the calls. A call
 * without a result gets a placeholder; a result without a call is left out, and so is an empty answer.
 */
export function pairedMessages(messages: readonly LlmMessage[]): readonly LlmMessage[] {
  const results = new Map<string, ToolResult>();
  for (const message of messages) {
    // The first counts, as it did when the model continued from it.
    if (message.role === "tool" && !results.has(message.id)) results.set(message.id, message);
  }
  return messages.flatMap((message): readonly LlmMessage[] => {
    if (message.role === "tool") return [];
    if (message.role !== "assistant") return [message];
    if (message.text === "" && (message.toolCalls ?? []).length === 0) return [];
    return [message, ...(message.toolCalls ?? []).map((call) => results.get(call.id) ?? noResult(call))];
  });
}

function noResult({ id, name }: LlmToolCall): ToolResult {
  return { role: "tool", id, name, text: unanswered, isError: true };
}

/** Ids of all calls so far. */
export function toolIds(messages: readonly LlmMessage[]): ReadonlySet<string> {
  return new Set(callsOf(messages).map(({ id }) => id));
}

/**
 * The same messages with ids that the vendor accepts: a foreign one is replaced by its number in the conversation,
 * equal in each request.
 */
export function withFittingIds(messages: readonly LlmMessage[], fits: RegExp): readonly LlmMessage[] {
  const renamed = new Map(
    callsOf(messages).map(({ id }, index) => [id, fits.test(id) ? id : ownId(90_000 + index)]),
  );
  const nameOf = (id: string): string => renamed.get(id) ?? id;
  return messages.map((message) => {
    if (message.role === "tool") return { ...message, id: nameOf(message.id) };
    if (message.role !== "assistant" || message.toolCalls === undefined) return message;
    return { ...message, toolCalls: message.toolCalls.map((call) => ({ ...call, id: nameOf(call.id) })) };
  });
}

function callsOf(messages: readonly LlmMessage[]): readonly LlmToolCall[] {
  return messages.flatMap((message) => (message.role === "assistant" ? (message.toolCalls ?? []) : []));
}

/** Arguments as an object, for vendors that want one: anything else becomes empty. */
export function argumentsOf(call: LlmToolCall): Readonly<Record<string, unknown>> {
  return parsedRecord(call.arguments) ?? {};
}
